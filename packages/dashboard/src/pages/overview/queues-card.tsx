/** The queues with what waits and runs in them. */
import type { Statistics } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Table, type Column } from "../../components/lists/table.tsx";
import { numberText } from "../../components/values/count.tsx";
import { Duration } from "../../components/values/duration.tsx";

type Queue = Statistics["queues"][number];

const COLUMNS: readonly Column<Queue>[] = [
  { name: "Queue", cell: ({ queue }) => <a href={`/fairness?queue=${encodeURIComponent(queue)}`}>{queue}</a> },
  { name: "Waiting", isNumber: true, cell: ({ pending }) => numberText(pending) },
  { name: "Running", isNumber: true, cell: ({ processing }) => numberText(processing) },
  { name: "Later", isNumber: true, cell: ({ scheduled }) => numberText(scheduled) },
  { name: "Oldest wait", isNumber: true, cell: ({ oldestWaitingAt }) => <Duration from={oldestWaitingAt} /> },
  { name: "Turns/s", isNumber: true, cell: ({ turnsPerSecond }) => numberText(turnsPerSecond) },
];

export function QueuesCard({ queues }: { readonly queues: readonly Queue[] }) {
  return (
    <Card title="Queues" isFlush>
      {queues.length === 0 ? (
        <Empty title="No queue has work">Submit a task, and its queue appears here.</Empty>
      ) : (
        <Table label="Queues" columns={COLUMNS} rows={queues} keyOf={({ queue }) => queue} />
      )}
    </Card>
  );
}
