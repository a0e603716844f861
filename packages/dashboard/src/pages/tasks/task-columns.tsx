/** What the list of tasks tells of each. */
import type { TaskItem } from "../../api/wire.ts";
import { StateBar } from "../../components/charts/state-bar.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { numberText } from "../../components/values/count.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";
import { plainCounts } from "./plain-counts.ts";
import { WAITING_WORDS } from "./waiting-words.ts";

export const TASK_COLUMNS: readonly Column<TaskItem>[] = [
  {
    name: "Task",
    cell: ({ taskId, taskKey, type }) => (
      <>
        <a class="name" href={`/tasks/${taskId}`}>
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
