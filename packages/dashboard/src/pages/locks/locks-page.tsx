/** The locks that are held, who waits for them, and how locks fared. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useList } from "../../api/use-list.ts";
import type { Lock } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { Time } from "../../components/values/time.tsx";
import { LockStatisticsCard } from "./lock-statistics-card.tsx";

const COLUMNS: readonly Column<Lock>[] = [
  {
    name: "Lock",
    cell: ({ key, tenant }) => (
      <>
        <a class="name" href={`/locks/${encodeURIComponent(key)}`}>
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
      taskId === null ? <Time at={expiresAt} isShort /> : <a href={`/tasks/${taskId}`}>with task {taskId}</a>,
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
