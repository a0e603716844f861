/** Lists documents and the snapshots of their facts. */
import { answerOf, Card, type Column, Empty, given, Listing, Page, Time, useList } from "@rota/dashboard";
import { client, pageOf, type PassportDocument, type Snapshot } from "./passport-api.ts";
import { PassportState } from "./passport-state.tsx";

const DOCUMENTS: readonly Column<PassportDocument>[] = [
  {
    name: "Document",
    cell: ({ document_id, external_ref }) => (
      <a class="name anywhere" href={`passports/documents/${document_id}`}>
        {external_ref ?? document_id}
      </a>
    ),
  },
  { name: "Kind", cell: ({ kind }) => kind.toLowerCase().replaceAll("_", " ") },
  { name: "Tenant", cell: ({ tenant }) => tenant },
  { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
];

const SNAPSHOTS: readonly Column<Snapshot>[] = [
  {
    name: "Snapshot",
    cell: ({ snapshot_id, label }) => (
      <>
        <span class="name anywhere">{label ?? snapshot_id.slice(0, 8)}</span>
        <div class="faint small anywhere">{snapshot_id}</div>
      </>
    ),
  },
  { name: "State", cell: ({ status }) => <PassportState state={status} /> },
  {
    name: "Hash",
    cell: ({ snapshot_hash }) => (snapshot_hash === null ? "" : <code>{snapshot_hash.slice(0, 12)}…</code>),
  },
  { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
];

const FRESH = { on: ["task"], everyMs: 10_000 } as const;

export function DocumentsPage() {
  const documents = useList(
    "documents",
    async (cursor, signal) =>
      pageOf(await answerOf(client.GET("/v1/documents", { params: { query: given({ cursor }) }, signal }))),
    FRESH,
  );
  const snapshots = useList(
    "snapshots",
    async (cursor, signal) =>
      pageOf(await answerOf(client.GET("/v1/snapshots", { params: { query: given({ cursor }) }, signal }))),
    FRESH,
  );
  return (
    <Page
      title="Documents and snapshots"
      about="What documents say becomes facts; a sealed snapshot of facts is what a passport is compiled from."
      trail={<a href="passports">Passports</a>}
      actions={
        <a class="button" href="passports/new">
          New passport
        </a>
      }
    >
      <Card title="Documents" note="the newest first" isFlush>
        <Listing
          label="Documents"
          list={documents}
          columns={DOCUMENTS}
          keyOf={({ document_id }) => document_id}
          empty={<Empty title="No documents yet">New passport begins with an upload.</Empty>}
        />
      </Card>
      <Card title="Snapshots" note="the newest first" isFlush>
        <Listing
          label="Snapshots"
          list={snapshots}
          columns={SNAPSHOTS}
          keyOf={({ snapshot_id }) => snapshot_id}
          empty={<Empty title="No snapshots yet">New passport makes one of documents.</Empty>}
        />
      </Card>
    </Page>
  );
}
