/** Lists schedules with their next and last run, and pauses and resumes them. */
import { answerOf } from "@rota/client";
import type { Schedule } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useList } from "../api/use-resource.ts";
import { ActionButton } from "../components/form.tsx";
import { Card, Empty, Page } from "../components/page.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";

export function SchedulesPage() {
  const mayChange = useMay("operator");
  const list = useList(
    "schedules",
    (after, signal) => answerOf(client.GET("/v1/schedules", { params: { query: given({ after }) }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <Page title="Schedules">
      <Card title="Submitted by the clock" note="by name" isFlush>
        <Listing
          label="Schedules"
          list={list}
          columns={mayChange ? [...COLUMNS, actionColumn(list.reload)] : COLUMNS}
          keyOf={({ name }) => name}
          empty={<Empty title="No schedule yet">Programs set them with setSchedule.</Empty>}
        />
      </Card>
    </Page>
  );
}

const COLUMNS: readonly Column<Schedule>[] = [
  {
    name: "Schedule",
    cell: ({ name, type }) => (
      <>
        <span class="name">{name}</span>
        <div class="faint small">{type}</div>
      </>
    ),
  },
  {
    name: "When",
    cell: ({ cron, timeZone }) => (
      <>
        <code>{cron}</code> <span class="faint">{timeZone}</span>
      </>
    ),
  },
  { name: "State", cell: ({ isPaused }) => <StateBadge state={isPaused ? "PAUSED" : "ACTIVE"} /> },
  { name: "Next", cell: ({ nextRunAt }) => <Time at={nextRunAt} /> },
  {
    name: "Last",
    cell: ({ lastRunAt, lastTaskId, lastError }) => (
      <>
        <Time at={lastRunAt} /> {lastTaskId === null ? null : <a href={`tasks/${lastTaskId}`}>task {lastTaskId}</a>}
        {lastError === null ? null : <div class="error-text anywhere">{lastError}</div>}
      </>
    ),
  },
  { name: "Lane", cell: ({ tenant, group }) => `${tenant} / ${group}` },
];

function actionColumn(onDone: () => void): Column<Schedule> {
  return {
    name: "",
    cell: ({ name, isPaused }) => (
      <ActionButton action={() => change(name, isPaused ? "resume" : "pause")} onDone={onDone}>
        {isPaused ? "Resume" : "Pause"}
        <span class="visually-hidden"> {name}</span>
      </ActionButton>
    ),
  };
}

function change(name: string, action: "pause" | "resume"): Promise<unknown> {
  const params = { path: { name } };
  return action === "pause"
    ? client.POST("/v1/schedules/{name}/pause", { params })
    : client.POST("/v1/schedules/{name}/resume", { params });
}
