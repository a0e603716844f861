/** Lists the locks that are held, with statistics by operation. */
import { answerOf } from "@rota/client";
import type { Lock } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useList } from "../api/use-resource.ts";
import { Card, Empty, Page } from "../components/page.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { LockStatisticsCard } from "./lock-history.tsx";

const COLUMNS: readonly Column<Lock>[] = [
  {
    name: "Lock",
    cell: ({ key, tenant }) => (
      <>
        <a class="name" href={`locks/${encodeURIComponent(key)}`}>
          {key}
        </a>
        {tenant === null ? null : <div class="faint small">{tenant}</div>}
      </>
    ),
  },
  { name: "Holder", cell: ({ holder }) => holder },
  { name: "Operation", cell: ({ operation }) => operation },
  { name: "Since", cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    name: "Ends",
    cell: ({ expiresAt, taskId }) =>
      taskId === null ? <Time at={expiresAt} isShort /> : <a href={`tasks/${taskId}`}>with task {taskId}</a>,
  },
  {
    name: "Progress",
    cell: ({ progress }) => (progress === null ? "–" : `${String(progress.done)} of ${String(progress.total)}`),
  },
  { name: "In line", isNumber: true, cell: ({ line }) => String(line.length) },
];

export function LocksPage() {
  const list = useList(
    "locks",
    (after, signal) => answerOf(client.GET("/v1/locks", { params: { query: given({ after }) }, signal })),
    { everyMs: 3_000 },
  );
  return (
    <Page title="Locks">
      <Card title="Held now" isFlush>
        <Listing
          label="Locks that are held"
          list={list}
          columns={COLUMNS}
          keyOf={({ key }) => key}
          empty={<Empty title="No lock is held">Locks appear here for as long as somebody holds them.</Empty>}
        />
      </Card>
      <LockStatisticsCard />
    </Page>
  );
}
