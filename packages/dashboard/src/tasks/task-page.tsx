/** Shows one task: its progress, phases, chunks and settings, and the actions of an operator. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { TaskDetails } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useResource } from "../api/use-resource.ts";
import { ActionForm } from "../components/dialog.tsx";
import { useFilters } from "../components/filters.tsx";
import { ActionButton } from "../components/form.tsx";
import { Card, Facts, Figures, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { Duration, Time } from "../components/time.tsx";
import { Count, JsonView, numberText } from "../components/values.tsx";
import { ChunkCard } from "./chunk-card.tsx";
import { ChunkGridCard } from "./chunk-grid-card.tsx";
import { WAITING_WORDS } from "./tasks-page.tsx";

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
      trail={<a href="tasks">Tasks</a>}
      actions={task.value === undefined ? undefined : <TaskActions task={task.value} onDone={task.reload} />}
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

function TaskFigures({ task }: { readonly task: TaskDetails }) {
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
          note: failed === 0 ? "none" : <a href="dead-letters">look at them</a>,
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

type PhaseFlowProps = { readonly phases: TaskDetails["phases"]; readonly now: string };

function PhaseFlow({ phases, now }: PhaseFlowProps) {
  return (
    <Card title="Phases">
      <ol class="flow">
        {phases.map(({ name, state, total, ended }) => (
          <li key={name} data-now={name === now} aria-current={name === now ? "step" : undefined}>
            <h3>{NAMES[name]}</h3>
            <span class="small soft">
              {state}
              {total === 0 ? "" : `, ${numberText(ended)} of ${numberText(total)}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const NAMES = { chunks: "Chunks", finish: "Finish", children: "Children" } as const;

type TaskActionsProps = { readonly task: TaskDetails; readonly onDone: () => void };

function TaskActions({ task: { taskId, state }, onDone }: TaskActionsProps) {
  const [isCancelling, setCancelling] = useState(false);
  const params = { path: { taskId } };
  const isOpen = state === "ACTIVE" || state === "PAUSED";
  if (!useMay("operator") || !isOpen) return null;
  return (
    <>
      {state === "PAUSED" ? (
        <ActionButton action={() => client.POST("/v1/tasks/{taskId}/resume", { params, body: {} })} onDone={onDone}>
          Resume
        </ActionButton>
      ) : (
        <ActionButton action={() => client.POST("/v1/tasks/{taskId}/pause", { params, body: {} })} onDone={onDone}>
          Pause
        </ActionButton>
      )}
      <button type="button" data-kind="danger" onClick={() => setCancelling(true)}>
        Cancel
      </button>
      {isCancelling ? (
        <ActionForm
          title={`Cancel task ${taskId}?`}
          verb="Cancel the task"
          isDangerous
          action={() => client.POST("/v1/tasks/{taskId}/cancel", { params, body: {} })}
          onDone={() => {
            setCancelling(false);
            onDone();
          }}
          onClose={() => setCancelling(false)}
        >
          <p>What waits will not run; what runs is told to stop. This cannot be undone.</p>
        </ActionForm>
      ) : null}
    </>
  );
}

function TaskFacts({ task }: { readonly task: TaskDetails }) {
  return (
    <>
      <Card title="About it">
        <Facts
          facts={{
            Id: <span class="mono">{task.taskId}</span>,
            Key: task.taskKey,
            Queue: task.queue,
            Pool: <a href={`fairness?pool=${encodeURIComponent(task.pool)}`}>{task.pool}</a>,
            Tenant: task.tenant,
            Group: task.group,
            Priority: PRIORITIES[task.priority],
            Weight: String(task.weight),
            "Cost of a chunk": String(task.cost),
            "At most at once": task.maxInFlight?.toString(),
            "Attempts of a chunk": `at most ${String(task.attemptsMax)}`,
            "Waited for by": task.parentId ? <a href={`tasks/${task.parentId}`}>task {task.parentId}</a> : undefined,
            Submitted: <Time at={task.submittedAt} />,
            By: task.submittedBy,
            Ended: task.finishedAt ? <Time at={task.finishedAt} /> : undefined,
          }}
        />
      </Card>
      {task.children.length === 0 ? null : <Children tasks={task.children} />}
      {task.acts.length === 0 ? null : <ActionsCard acts={task.acts} />}
    </>
  );
}

const PRIORITIES = ["critical", "high", "normal", "low"];

function Children({ tasks }: { readonly tasks: TaskDetails["children"] }) {
  return (
    <Card title="Children">
      <ul class="stack">
        {tasks.map(({ taskId, type, state }) => (
          <li key={taskId} class="row">
            <a href={`tasks/${taskId}`}>{type}</a> <StateBadge state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ActionsCard({ acts }: { readonly acts: TaskDetails["acts"] }) {
  return (
    <Card title="Who did what">
      <ul class="stack">
        {acts.map(({ at, actor, action }) => (
          <li key={`${at} ${action}`}>
            <b>{actor ?? "the system"}</b> {action} <Time at={at} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
