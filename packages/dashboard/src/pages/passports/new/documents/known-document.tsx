/** Chooses a document that was uploaded before: of its versions the newest that could be read. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { useResource } from "../../../../api/use-resource.ts";
import { Choice } from "../../../../components/forms/choice.tsx";
import { Form } from "../../../../components/forms/form.tsx";
import { Shown } from "../../../../components/layout/shown.tsx";
import { CHOICES_MAX } from "../../shared/wire.ts";
import { refusal } from "./refusal.ts";

type KnownDocumentProps = { readonly tenant: string; readonly onChosen: (documentVersionId: string) => void };

export function KnownDocument({ tenant, onChosen }: KnownDocumentProps) {
  const documents = useResource(`documents of ${tenant}`, async (signal) => {
    const params = { query: { tenant, limit: CHOICES_MAX } };
    return (await answerOf(client.GET("/v1/documents", { params, signal }))).items;
  });
  const [chosen, setChosen] = useState<string>();
  return (
    <Shown of={documents}>
      {(items) => {
        const documentId = chosen ?? items[0]?.document_id;
        if (documentId === undefined) return null;
        return (
          <Form act={async () => onChosen(await newestRead(documentId))} verb="Use this document">
            <Choice
              label="Or one that was uploaded before"
              options={items.map(({ document_id, external_ref, kind }) => ({
                value: document_id,
                text: `${external_ref ?? document_id} (${kind.toLowerCase().replaceAll("_", " ")})`,
              }))}
              value={documentId}
              onChoose={setChosen}
            />
          </Form>
        );
      }}
    </Shown>
  );
}

async function newestRead(documentId: string): Promise<string> {
  const { versions } = await answerOf(client.GET("/v1/documents/{documentId}", { params: { path: { documentId } } }));
  const version = versions.find(({ status }) => status === "VALIDATED");
  if (version !== undefined) return version.document_version_id;
  throw refusal("NOT_FOUND", "no version of this document could be read: choose another one, or upload it again");
}
