/** What is known of a task besides its chunks: where it belongs, its settings, its children, who did what. */
import type { TaskDetails } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";

export function TaskFacts({ task }: { readonly task: TaskDetails }) {
  return (
    <>
      <Card title="About it">
        <Facts
          facts={{
            Id: <span class="mono">{task.taskId}</span>,
            Key: task.taskKey,
            Queue: <a href={`/fairness?queue=${encodeURIComponent(task.queue)}`}>{task.queue}</a>,
            Tenant: task.tenant,
            Group: task.group,
            Priority: PRIORITIES[task.priority],
            Weight: String(task.weight),
            "Cost of a chunk": String(task.cost),
            "At most at once": task.maxInFlight?.toString(),
            "Attempts of a chunk": `at most ${String(task.attemptsMax)}`,
            "Waited for by": task.parentId ? <a href={`/tasks/${task.parentId}`}>task {task.parentId}</a> : undefined,
            Submitted: <Time at={task.submittedAt} />,
            By: task.submittedBy,
            Ended: task.finishedAt ? <Time at={task.finishedAt} /> : undefined,
          }}
        />
      </Card>
      {task.children.length === 0 ? null : <Children tasks={task.children} />}
      {task.acts.length === 0 ? null : <Acts acts={task.acts} />}
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
            <a href={`/tasks/${taskId}`}>{type}</a> <StateBadge state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Acts({ acts }: { readonly acts: TaskDetails["acts"] }) {
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
