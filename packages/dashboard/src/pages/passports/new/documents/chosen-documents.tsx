/** The documents that a snapshot is to be made of: how each was read, why it was not, and its facts. */
import { useState } from "preact/hooks";
import { Table, type Column } from "../../../../components/lists/table.tsx";
import { StateBadge } from "../../../../components/values/state-badge.tsx";
import { FactsList } from "../../documents/facts-list.tsx";
import type { ChosenDocument } from "./use-chosen-documents.ts";

type ChosenDocumentsProps = {
  readonly documents: readonly ChosenDocument[];
  readonly onLeaveOut: (documentVersionId: string) => void;
};

export function ChosenDocuments({ documents, onLeaveOut }: ChosenDocumentsProps) {
  const [seen, setSeen] = useState<string>();
  const columns: readonly Column<ChosenDocument>[] = [
    {
      name: "Document",
      cell: ({ document, version }) => (
        <>
          <a class="name anywhere" href={`/passports/documents/${document.document_id}`}>
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
      <StateBadge state={status} />
      {status === "UPLOADED" ? <div class="small soft">a worker reads it when it is its turn</div> : null}
      {objection === null ? null : (
        <div class="small anywhere">{objection}. Mend it and upload it again, then leave this one out.</div>
      )}
    </>
  );
}
