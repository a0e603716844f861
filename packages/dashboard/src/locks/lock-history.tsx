/** Shows how locks were used: past holders of one lock, and statistics by operation. */
import { answerOf } from "@rota/client";
import type { LockStatistics, PastLock } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useList, useResource } from "../api/use-resource.ts";
import { Card, Empty } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { stateText } from "../components/state-badge.tsx";
import { type Column, Listing, Table } from "../components/table.tsx";
import { durationText } from "../components/time-text.ts";
import { Time } from "../components/time.tsx";
import { numberText } from "../components/values.tsx";

const HISTORY_COLUMNS: readonly Column<PastLock>[] = [
  { name: "Holder", cell: ({ holder }) => <span class="name">{holder}</span> },
  { name: "Operation", cell: ({ operation }) => operation },
  { name: "From", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { name: "Held", isNumber: true, cell: ({ heldMs }) => durationText(heldMs) },
  {
    name: "Ended",
    cell: ({ outcome, endedBy, reason }) => (
      <>
        {stateText(outcome)}
        {endedBy === null ? null : <div class="faint small">by {endedBy}</div>}
        {reason === null ? null : <div class="faint small">{reason}</div>}
      </>
    ),
  },
];

export function LockHistoryCard({ lockKey }: { readonly lockKey: string }) {
  const list = useList(
    `lock history ${lockKey}`,
    (after, signal) =>
      answerOf(
        client.GET("/v1/locks/{key}/history", { params: { path: { key: lockKey }, query: given({ after }) }, signal }),
      ),
    { everyMs: 10_000 },
  );
  return (
    <Card title="History" note="the newest first" isFlush>
      <Listing
        label="History of the lock"
        list={list}
        columns={HISTORY_COLUMNS}
        keyOf={({ startedAt, holder }) => `${startedAt} ${holder}`}
        empty={<Empty title="Nobody had it before" />}
      />
    </Card>
  );
}

type Operation = LockStatistics["operations"][number];

const STATISTICS_COLUMNS: readonly Column<Operation>[] = [
  { name: "Operation", cell: ({ operation }) => <span class="name">{operation}</span> },
  { name: "Taken", isNumber: true, cell: ({ acquired }) => numberText(acquired) },
  { name: "Refused", isNumber: true, cell: ({ refused }) => numberText(refused) },
  { name: "Released", isNumber: true, cell: ({ released }) => numberText(released) },
  { name: "With task", isNumber: true, cell: ({ endedWithTask }) => numberText(endedWithTask) },
  { name: "Expired", isNumber: true, cell: ({ expired }) => numberText(expired) },
  { name: "Overridden", isNumber: true, cell: ({ overridden }) => numberText(overridden) },
  {
    name: "Held, mean",
    isNumber: true,
    cell: ({ heldMsMean }) => (heldMsMean === null ? "–" : durationText(heldMsMean)),
  },
  {
    name: "Held, longest",
    isNumber: true,
    cell: ({ heldMsMax }) => (heldMsMax === null ? "–" : durationText(heldMsMax)),
  },
];

export function LockStatisticsCard() {
  const statistics = useResource("lock statistics", () => answerOf(client.GET("/v1/locks/statistics")), {
    everyMs: 10_000,
  });
  return (
    <Shown of={statistics}>
      {({ operations, since }) => (
        <Card
          title="By operation"
          note={
            <>
              since <Time at={since} />
            </>
          }
          isFlush
        >
          {operations.length === 0 ? (
            <Empty title="No lock was taken">Numbers appear once locks are taken and released.</Empty>
          ) : (
            <Table
              label="Locks by operation"
              columns={STATISTICS_COLUMNS}
              rows={operations}
              keyOf={({ operation }) => operation}
            />
          )}
        </Card>
      )}
    </Shown>
  );
}
