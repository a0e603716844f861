/** Who had a lock before, how long, and how it ended. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useList } from "../../api/use-list.ts";
import type { PastLock } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { stateText } from "../../components/values/state-badge.tsx";
import { durationText } from "../../components/values/time-text.ts";
import { Time } from "../../components/values/time.tsx";

const COLUMNS: readonly Column<PastLock>[] = [
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
        columns={COLUMNS}
        keyOf={({ startedAt, holder }) => `${startedAt} ${holder}`}
        empty={<Empty title="Nobody had it before" />}
      />
    </Card>
  );
}
