/** The queues with what waits and runs in them. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useList } from "../../api/use-list.ts";
import type { Queue } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { Count, numberText } from "../../components/values/count.tsx";
import { Duration } from "../../components/values/duration.tsx";

const COLUMNS: readonly Column<Queue>[] = [
  {
    name: "Queue",
    cell: ({ queue, isPaused }) => (
      <>
        <a href={`/fairness?queue=${encodeURIComponent(queue)}`}>{queue}</a>
        {isPaused ? <div class="faint small">paused</div> : null}
      </>
    ),
  },
  { name: "Waiting", isNumber: true, cell: ({ waiting }) => <Count of={waiting} /> },
  { name: "Running", isNumber: true, cell: ({ running }) => numberText(running) },
  { name: "Later", isNumber: true, cell: ({ scheduled }) => <Count of={scheduled} /> },
  { name: "Oldest wait", isNumber: true, cell: ({ oldestWaitingAt }) => <Duration from={oldestWaitingAt} /> },
  { name: "Turns/s", isNumber: true, cell: ({ turnsPerSecond }) => numberText(turnsPerSecond) },
];

export function QueuesCard() {
  const list = useList(
    "queues",
    (after, signal) => answerOf(client.GET("/v1/queues", { params: { query: given({ after }) }, signal })),
    { on: ["dispatch", "lane"], everyMs: 5_000 },
  );
  return (
    <Card title="Queues" isFlush>
      <Listing
        label="Queues"
        list={list}
        columns={COLUMNS}
        keyOf={({ queue }) => queue}
        empty={<Empty title="No queue has work">Submit a task, and its queue appears here.</Empty>}
      />
    </Card>
  );
}
