/** Shows the first step of a new passport: the upload or choice of documents. */
import {
  answerOf,
  Card,
  Choice,
  type Column,
  Form,
  LackingRole,
  refusal,
  type Resource,
  Shown,
  Table,
  useMay,
  useResource,
} from "@rota/dashboard";
import { useState } from "preact/hooks";
import { FactsList } from "./document-page.tsx";
import { client, CHOICES_MAX, type DocumentVersion, type PassportDocument } from "./passport-api.ts";
import { UploadForm } from "./upload-form.tsx";
import { PassportState } from "./passport-state.tsx";

type DocumentsStepProps = {
  readonly tenant: string;
  readonly chosen: Resource<readonly ChosenDocument[]>;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
};

export function DocumentsStep({ tenant, chosen, ids, onChange }: DocumentsStepProps) {
  const add = (id: string) => onChange([...ids, id]);
  const mayUpload = useMay("docs:upload");
  return (
    <Card title="1. Documents" note="what they say becomes facts">
      <div class="stack">
        {ids.length === 0 ? null : (
          <Shown of={chosen}>
            {(documents) => (
              <ChosenDocuments documents={documents} onLeaveOut={(left) => onChange(ids.filter((id) => id !== left))} />
            )}
          </Shown>
        )}
        {mayUpload ? (
          <UploadForm tenant={tenant} onUploaded={add} />
        ) : (
          <LackingRole action="Uploading documents" role="docs:upload" />
        )}
        <KnownDocument tenant={tenant} onChosen={add} />
      </div>
    </Card>
  );
}

type ChosenDocumentsProps = {
  readonly documents: readonly ChosenDocument[];
  readonly onLeaveOut: (documentVersionId: string) => void;
};

function ChosenDocuments({ documents, onLeaveOut }: ChosenDocumentsProps) {
  const [seen, setSeen] = useState<string>();
  const columns: readonly Column<ChosenDocument>[] = [
    {
      name: "Document",
      cell: ({ document, version }) => (
        <>
          <a class="name anywhere" href={`passports/documents/${document.document_id}`}>
            {document.external_ref ?? document.document_id}
          </a>
          <div class="faint small">version {version.version}</div>
        </>
      ),
    },
    { name: "State", cell: ({ version }) => <ReadState version={version} /> },
    {
      name: "",
      cell: ({ version: { document_version_id: id, status } }) => (
        <div class="row">
          {status === "VALIDATED" ? (
            <button type="button" aria-expanded={seen === id} onClick={() => setSeen(seen === id ? undefined : id)}>
              Facts
            </button>
          ) : null}
          <button type="button" onClick={() => onLeaveOut(id)}>
            Leave out
          </button>
        </div>
      ),
    },
  ];
  return (
    <>
      <Table
        label="Chosen documents"
        columns={columns}
        rows={documents}
        keyOf={({ version }) => version.document_version_id}
      />
      {seen === undefined ? null : <FactsList key={seen} documentVersionId={seen} />}
    </>
  );
}

function ReadState({ version: { status, objection } }: Pick<ChosenDocument, "version">) {
  return (
    <>
      <PassportState state={status} />
      {status === "UPLOADED" ? <div class="small soft">a worker reads it when it is its turn</div> : null}
      {objection === null ? null : (
        <div class="small anywhere">{objection}. Mend it and upload it again, then leave this one out.</div>
      )}
    </>
  );
}

type KnownDocumentProps = { readonly tenant: string; readonly onChosen: (documentVersionId: string) => void };

function KnownDocument({ tenant, onChosen }: KnownDocumentProps) {
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
          <Form action={async () => onChosen(await newestRead(documentId))} verb="Use this document">
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

type ChosenDocument = { readonly version: DocumentVersion; readonly document: PassportDocument };

export function useChosenDocuments(ids: readonly string[]): Resource<readonly ChosenDocument[]> {
  const load = (signal: AbortSignal) => Promise.all(ids.map((id) => loadChosen(id, signal)));
  return useResource(`chosen documents ${ids.join(" ")}`, load, { on: ["task"], everyMs: 3_000 });
}

async function loadChosen(documentVersionId: string, signal: AbortSignal): Promise<ChosenDocument> {
  const params = { path: { documentVersionId } };
  const version = await answerOf(client.GET("/v1/document-versions/{documentVersionId}", { params, signal }));
  const path = { documentId: version.document_id };
  const { document } = await answerOf(client.GET("/v1/documents/{documentId}", { params: { path }, signal }));
  return { version, document };
}
