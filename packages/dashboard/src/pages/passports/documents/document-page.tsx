/** One document: its versions, and what keeps a rejected one from being read. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Table, type Column } from "../../../components/lists/table.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { FactsList } from "./facts-list.tsx";
import type { DocumentVersion } from "../shared/wire.ts";

const COLUMNS: readonly Column<DocumentVersion>[] = [
  {
    name: "Version",
    cell: ({ version, document_version_id }) => (
      <a href={`/v1/document-versions/${document_version_id}/content`}>{String(version)}</a>
    ),
  },
  {
    name: "State",
    cell: ({ status, objection }) => (
      <>
        <StateBadge state={status} />
        {objection === null ? null : <div class="small anywhere">{objection}</div>}
      </>
    ),
  },
  { name: "Bytes", isNumber: true, cell: ({ bytes }) => bytes.toLocaleString() },
  { name: "Uploaded", cell: ({ uploaded_at }) => <Time at={uploaded_at} /> },
];

export function DocumentPage() {
  const documentId = useRoute().params["documentId"] ?? "";
  const params = { path: { documentId } };
  const loaded = useResource(
    `document ${documentId}`,
    (signal) => answerOf(client.GET("/v1/documents/{documentId}", { params, signal })),
    { on: ["task"], everyMs: 5_000 },
  );
  return (
    <Page
      title={loaded.value?.document.external_ref ?? "Document"}
      trail={
        <>
          <a href="/passports">Passports</a> <a href="/passports/documents">Documents</a>
        </>
      }
    >
      <Shown of={loaded}>{({ versions }) => <Versions versions={versions} />}</Shown>
    </Page>
  );
}

function Versions({ versions }: { readonly versions: readonly DocumentVersion[] }) {
  const read = versions.find(({ status }) => status === "VALIDATED");
  return (
    <>
      <Card title="Versions" note="the newest first" isFlush>
        {versions.length === 0 ? (
          <Empty title="No versions yet">Upload its bytes.</Empty>
        ) : (
          <Table label="Versions" columns={COLUMNS} rows={versions} keyOf={(row) => row.document_version_id} />
        )}
      </Card>
      {read === undefined ? null : (
        <Card title="Facts" note={`what version ${String(read.version)} says`} isFlush>
          <FactsList documentVersionId={read.document_version_id} />
        </Card>
      )}
    </>
  );
}
