/** The list of tasks, newest first, narrowed by filters that the address holds. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useList } from "../../api/use-list.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Filters } from "../../components/lists/filters.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import { useFilters } from "../../components/lists/use-filters.ts";
import { TASK_COLUMNS } from "./task-columns.tsx";

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
