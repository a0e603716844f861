/** How locks fared lately, by operation: taken, refused, how long held, how they ended. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import type { LockStatistics } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { Table, type Column } from "../../components/lists/table.tsx";
import { numberText } from "../../components/values/count.tsx";
import { durationText } from "../../components/values/time-text.ts";
import { Time } from "../../components/values/time.tsx";

type Operation = LockStatistics["operations"][number];

const COLUMNS: readonly Column<Operation>[] = [
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
              columns={COLUMNS}
              rows={operations}
              keyOf={({ operation }) => operation}
            />
          )}
        </Card>
      )}
    </Shown>
  );
}
