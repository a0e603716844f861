/** The latest turns as a timeline with a row for each lane; a turn that is chosen says whose it was. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import type { Dispatch, Fairness } from "../../../api/wire.ts";
import { Segments } from "../../../components/forms/segments.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { ChosenTurn } from "./chosen-turn.tsx";
import type { Level } from "../level.ts";
import { Timeline } from "./timeline.tsx";
import { timelineOf } from "./timeline-rows.ts";

type TurnsCardProps = {
  readonly queue: string;
  readonly fairness: Fairness;
  readonly level: Level;
  readonly onLevel: (level: Level) => void;
};

const LEVELS = { tenant: "Tenants", group: "Groups", task: "Tasks" } as const;
const TURNS = 200;

export function TurnsCard({ queue, fairness, level, onLevel }: TurnsCardProps) {
  const [chosen, setChosen] = useState<Dispatch>();
  const load = (signal: AbortSignal) =>
    answerOf(
      client.GET("/v1/queues/{queue}/dispatches", { params: { path: { queue }, query: { limit: TURNS } }, signal }),
    );
  const dispatches = useResource(`dispatches ${queue}`, load, { on: ["dispatch"], everyMs: 5_000 });
  return (
    <Card
      title="Who got which turn"
      note={<Segments label="Rows" choices={LEVELS} chosen={level} onChoose={onLevel} />}
    >
      <Shown of={dispatches}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No turn yet">The next turns appear here as they are given.</Empty>
          ) : (
            <Timeline timeline={timelineOf(items, fairness.lanes, level)} chosen={chosen} onChoose={setChosen} />
          )
        }
      </Shown>
      {chosen === undefined ? null : <ChosenTurn turn={chosen} />}
    </Card>
  );
}
