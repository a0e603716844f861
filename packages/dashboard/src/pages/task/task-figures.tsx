/** The numbers at the top of a task's page. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import type { TaskDetails } from "../../api/wire.ts";
import { Figures } from "../../components/layout/figures.tsx";
import { Count, numberText } from "../../components/values/count.tsx";
import { Duration } from "../../components/values/duration.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";
import { WAITING_WORDS } from "../tasks/waiting-words.ts";

export function TaskFigures({ task }: { readonly task: TaskDetails }) {
  const { taskId, state, percent, chunks, total, submittedAt, finishedAt, waitingFor } = task;
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/tasks/{taskId}/progress", { params: { path: { taskId } }, signal }));
  const progress = useResource(`progress ${taskId}`, load, { on: ["dispatch"], everyMs: 5_000 }).value;
  const failed = chunks.FAILED.count + chunks.DEAD_LETTER.count;
  return (
    <Figures
      figures={[
        {
          name: "State",
          value: <StateBadge state={state} />,
          note: waitingFor === undefined || waitingFor === null ? undefined : WAITING_WORDS[waitingFor],
        },
        {
          name: "Done",
          value: `${percent.toFixed(percent === 100 ? 0 : 1)} %`,
          note: `of ${numberText(total)} chunks`,
        },
        { name: "Running", value: <Count of={chunks.PROCESSING} />, note: <Waiting task={task} /> },
        {
          name: "Failed",
          value: numberText(failed),
          note: failed === 0 ? "none" : <a href="/dead-letters">look at them</a>,
        },
        {
          name: "Pace",
          value:
            progress?.turnsPerSecond === undefined || progress.turnsPerSecond === null
              ? "–"
              : numberText(progress.turnsPerSecond),
          note: "turns per second",
        },
        {
          name: finishedAt === undefined || finishedAt === null ? "Open for" : "Took",
          value: <Duration from={submittedAt} to={finishedAt} />,
          note: progress?.estimatedEndAt ? (
            <>
              ends <Time at={progress.estimatedEndAt} isShort />
            </>
          ) : undefined,
        },
      ]}
    />
  );
}

function Waiting({ task: { chunks } }: { readonly task: TaskDetails }) {
  return (
    <>
      <Count of={chunks.PENDING} /> wait, <Count of={chunks.SCHEDULED} /> later
    </>
  );
}
