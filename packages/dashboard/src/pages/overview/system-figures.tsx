/** The numbers of the whole system at the top of the overview. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Statistics } from "../../api/wire.ts";
import { Figures } from "../../components/layout/figures.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { Count, numberText } from "../../components/values/count.tsx";
import { Duration } from "../../components/values/duration.tsx";

const FRESH = { on: ["task", "dispatch", "worker"], everyMs: 5_000 } as const;

export function SystemFigures() {
  const statistics = useResource("statistics", () => answerOf(client.GET("/v1/statistics")), FRESH);
  return <Shown of={statistics}>{(value) => <Numbers statistics={value} />}</Shown>;
}

function Numbers({ statistics }: { readonly statistics: Statistics }) {
  const { chunksByState: states, openTasks, lanesWaiting, workers, oldestWaitingAt, turnsPerSecond } = statistics;
  const owners = new Set(workers.map(({ owner }) => owner));
  return (
    <Figures
      figures={[
        { name: "Turns a second", value: numberText(turnsPerSecond), note: "in the last minute" },
        { name: "Open tasks", value: <Count of={openTasks} />, note: <a href="/tasks?state=ACTIVE">show them</a> },
        {
          name: "Waiting",
          value: <Count of={states.PENDING} />,
          note: (
            <>
              chunks, in <Count of={lanesWaiting} /> lanes
            </>
          ),
        },
        { name: "Oldest wait", value: <Duration from={oldestWaitingAt} />, note: "of the first of each lane" },
        {
          name: "Running",
          value: <Count of={states.PROCESSING} />,
          note: owners.size === 1 ? "on 1 worker" : `on ${numberText(owners.size)} workers`,
        },
        { name: "For later", value: <Count of={states.SCHEDULED} />, note: "scheduled or tried again" },
        {
          name: "Failed",
          value: <Count of={states.FAILED} />,
          note: (
            <>
              and <Count of={states.DEAD_LETTER} /> after their last try, <a href="/dead-letters">show them</a>
            </>
          ),
        },
      ]}
    />
  );
}
