/** Lists the processes that run chunks. */
import { answerOf } from "@rota/client";
import type { Worker } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useList } from "../api/use-resource.ts";
import { Card, Empty, Page } from "../components/page.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";

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
