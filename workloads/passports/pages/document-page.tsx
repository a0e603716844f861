/** Shows one document with its versions and the facts that were extracted from it. */
import {
  answerOf,
  Card,
  type Column,
  Empty,
  given,
  Listing,
  Page,
  Shown,
  Table,
  Time,
  useAddress,
  useList,
  useResource,
} from "@rota/dashboard";
import { client, type DocumentVersion, type Fact, pageOf } from "./passport-api.ts";
import { PassportState } from "./passport-state.tsx";

const VERSION_COLUMNS: readonly Column<DocumentVersion>[] = [
  {
    name: "Version",
    cell: ({ version, document_version_id }) => (
      <a href={`v1/document-versions/${document_version_id}/content`}>{String(version)}</a>
    ),
  },
  {
    name: "State",
    cell: ({ status, objection }) => (
      <>
        <PassportState state={status} />
        {objection === null ? null : <div class="small anywhere">{objection}</div>}
      </>
    ),
  },
  { name: "Bytes", isNumber: true, cell: ({ bytes }) => bytes.toLocaleString() },
  { name: "Uploaded", cell: ({ uploaded_at }) => <Time at={uploaded_at} /> },
];

export function DocumentPage() {
  const documentId = useAddress().params["documentId"] ?? "";
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
          <a href="passports">Passports</a> <a href="passports/documents">Documents</a>
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
          <Table label="Versions" columns={VERSION_COLUMNS} rows={versions} keyOf={(row) => row.document_version_id} />
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

const FACT_COLUMNS: readonly Column<Fact>[] = [
  { name: "Type", cell: ({ fact_type }) => fact_type },
  { name: "Key", cell: ({ fact_key }) => <code class="anywhere">{fact_key}</code> },
  { name: "Says", cell: ({ payload_canonical }) => <code class="anywhere">{payload_canonical}</code> },
];

export function FactsList({ documentVersionId }: { readonly documentVersionId: string }) {
  const list = useList(`facts of ${documentVersionId}`, async (cursor, signal) => {
    const query = given({ document_version_id: documentVersionId, cursor });
    return pageOf(await answerOf(client.GET("/v1/facts", { params: { query }, signal })));
  });
  return (
    <Listing
      label="Facts"
      list={list}
      columns={FACT_COLUMNS}
      keyOf={({ fact_id }) => fact_id}
      empty={<Empty title="No facts">Of this kind of document nothing is read.</Empty>}
    />
  );
}
