/** Lists tasks, newest first, narrowed by filters. */
import { answerOf } from "@rota/client";
import type { TaskItem } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useList } from "../api/use-resource.ts";
import { Filters, useFilters } from "../components/filters.tsx";
import { Card, Empty, Page } from "../components/page.tsx";
import { StateBadge, StateBar } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { numberText } from "../components/values.tsx";

const STATES = ["ACTIVE", "PAUSED", "COMPLETED", "FAILED", "CANCELLED"] as const;
const FILTERS = [
  { name: "state", label: "State", choices: STATES },
  { name: "type", label: "Type" },
  { name: "queue", label: "Queue" },
  { name: "tenant", label: "Tenant" },
  { name: "group", label: "Group" },
];

export function TasksPage() {
  const { values } = useFilters();
  const { type, queue, tenant, group } = values;
  const state = STATES.find((each) => each === values["state"]);
  const query = { state, type, queue, tenant, group };
  const list = useList(
    `tasks ${JSON.stringify(query)}`,
    (after, signal) =>
      answerOf(client.GET("/v1/tasks", { params: { query: { ...given(query), ...given({ after }) } }, signal })),
    { on: ["task", "dispatch"], everyMs: 10_000 },
  );
  return (
    <Page title="Tasks">
      <Card title="All tasks" note="the newest first" isFlush>
        <Filters filters={FILTERS} />
        <Listing
          label="Tasks"
          list={list}
          columns={TASK_COLUMNS}
          keyOf={({ taskId }) => taskId}
          empty={<Empty title="No task fits">Take a filter away, or submit a task: rota submit --help.</Empty>}
        />
      </Card>
    </Page>
  );
}

const TASK_COLUMNS: readonly Column<TaskItem>[] = [
  {
    name: "Task",
    cell: ({ taskId, taskKey, type }) => (
      <>
        <a class="name" href={`tasks/${taskId}`}>
          {type}
        </a>
        <div class="faint small anywhere">{taskKey ?? `#${taskId}`}</div>
      </>
    ),
  },
  {
    name: "State",
    cell: ({ state, waitingFor }) => (
      <>
        <StateBadge state={state} />
        {waitingFor === undefined || waitingFor === null ? null : (
          <div class="faint small">{WAITING_WORDS[waitingFor]}</div>
        )}
      </>
    ),
  },
  {
    name: "Progress",
    cell: ({ chunks, total, percent }) => (
      <div class="progress-cell">
        <StateBar counts={plainCounts(chunks)} total={total} />
        <span class="small soft">
          {percent.toFixed(percent === 100 ? 0 : 1)} % of {numberText(total)}
        </span>
      </div>
    ),
  },
  {
    name: "Lane",
    cell: ({ tenant, group }) => (
      <span class="anywhere">
        {tenant}
        <span class="faint"> / {group}</span>
      </span>
    ),
  },
  { name: "Queue", cell: ({ queue }) => queue },
  { name: "Submitted", cell: ({ submittedAt }) => <Time at={submittedAt} /> },
  { name: "Ended", cell: ({ finishedAt }) => <Time at={finishedAt} /> },
];

export const WAITING_WORDS = {
  turn: "waits for its turn",
  dueTime: "waits until it is due",
  broker: "handed to the broker",
  children: "waits for its children",
  resume: "waits to be resumed",
} as const;

function plainCounts(chunks: Readonly<Record<string, { readonly count: number }>>): Record<string, number> {
  return Object.fromEntries(Object.entries(chunks).map(([state, { count }]) => [state, count]));
}
