/** One task: how far it is, its phases, its chunks as a grid, and one chunk in detail. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Card } from "../../components/layout/card.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { useFilters } from "../../components/lists/use-filters.ts";
import { JsonView } from "../../components/values/json-view.tsx";
import { ChunkCard } from "./chunks/chunk-card.tsx";
import { ChunkGridCard } from "./chunks/chunk-grid-card.tsx";
import { PhaseFlow } from "./phase-flow.tsx";
import { TaskActs } from "./task-acts.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { TaskFigures } from "./task-figures.tsx";

const FRESH = { on: ["task", "dispatch"], everyMs: 5_000 } as const;

export function TaskPage() {
  const taskId = useRoute().params["taskId"] ?? "";
  const { values, set } = useFilters();
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/tasks/{taskId}", { params: { path: { taskId } }, signal }));
  const task = useResource(`task ${taskId}`, load, FRESH);
  const chosen = Number(values["chunk"]);
  return (
    <Page
      title={task.value?.type ?? `Task ${taskId}`}
      trail={<a href="/tasks">Tasks</a>}
      acts={task.value === undefined ? undefined : <TaskActs task={task.value} onDone={task.reload} />}
    >
      <Shown of={task}>
        {(value) => (
          <>
            <TaskFigures task={value} />
            <PhaseFlow phases={value.phases} now={value.phase} />
            <div class="task-columns">
              <ChunkGridCard task={value} chosen={chosen} onChoose={(number) => set("chunk", String(number))} />
              <div class="stack">
                {chosen > 0 ? <ChunkCard taskId={taskId} number={chosen} /> : null}
                <TaskFacts task={value} />
                <Card title="Input">
                  <JsonView value={value.input} label="Input of the task" />
                </Card>
              </div>
            </div>
          </>
        )}
      </Shown>
    </Page>
  );
}
