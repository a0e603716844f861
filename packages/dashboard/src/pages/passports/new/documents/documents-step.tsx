/** The first step: documents are uploaded or chosen, and what they say is seen. */
import { Card } from "../../../../components/layout/card.tsx";
import { LackingRole } from "../../../../components/layout/lacking-role.tsx";
import { Shown } from "../../../../components/layout/shown.tsx";
import type { Resource } from "../../../../api/use-resource.ts";
import { useMay } from "../../../../session/session.tsx";
import { ChosenDocuments } from "./chosen-documents.tsx";
import { KnownDocument } from "./known-document.tsx";
import { UploadForm } from "./upload-form.tsx";
import type { ChosenDocument } from "./use-chosen-documents.ts";

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
          <LackingRole act="Uploading documents" role="docs:upload" />
        )}
        <KnownDocument tenant={tenant} onChosen={add} />
      </div>
    </Card>
  );
}
