/** The processes that run chunks: who is there, since when, how busy. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useList } from "../../api/use-list.ts";
import type { Worker } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";

const COLUMNS: readonly Column<Worker>[] = [
  {
    name: "Worker",
    cell: ({ owner, version }) => (
      <>
        <span class="name mono">{owner}</span>
        {version === null ? null : <div class="faint small">Rota {version}</div>}
      </>
    ),
  },
  { name: "State", cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: "Running",
    isNumber: true,
    cell: ({ running, slots }) => (slots === null ? String(running) : `${String(running)} of ${String(slots)}`),
  },
  { name: "Queues", cell: ({ queues }) => queues.join(", ") },
  { name: "Since", cell: ({ since }) => <Time at={since} /> },
  { name: "Last seen", cell: ({ lastSeenAt }) => <Time at={lastSeenAt} isShort /> },
  { name: "Lease ends", cell: ({ leaseExpiresAt }) => <Time at={leaseExpiresAt} isShort /> },
  { name: "Host", cell: ({ host, pid }) => (host === null ? "–" : `${host}, process ${String(pid ?? "?")}`) },
];

export function WorkersPage() {
  const list = useList(
    "workers",
    (after, signal) => answerOf(client.GET("/v1/workers", { params: { query: given({ after }) }, signal })),
    { on: ["worker", "dispatch"], everyMs: 5_000 },
  );
  return (
    <Page title="Workers">
      <Card title="Processes that run chunks" isFlush>
        <Listing
          label="Workers"
          list={list}
          columns={COLUMNS}
          keyOf={({ owner }) => owner}
          empty={<Empty title="Nobody works">Start a worker: rota work, or rota serve without --no-work.</Empty>}
        />
      </Card>
    </Page>
  );
}
