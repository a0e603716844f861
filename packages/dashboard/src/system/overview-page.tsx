/** Shows the state of the whole system: figures, throughput, pools and services. */
import { answerOf } from "@rota/client";
import { useMemo } from "preact/hooks";
import type { History, Pool, Statistics } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useSession } from "../api/session.tsx";
import { useList, useResource } from "../api/use-resource.ts";
import { type Line, LineChart } from "../components/line-chart.tsx";
import { Card, Empty, Facts, Figures, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Duration } from "../components/time.tsx";
import { Count, numberText } from "../components/values.tsx";

/** Overview. The numbers of the whole system are shown only to viewers of all tenants. */
export function OverviewPage() {
  const { viewer } = useSession();
  return (
    <Page title="Overview">
      {viewer?.tenant === undefined ? <SystemFigures /> : null}
      <ActivityChart />
      <PoolsCard />
      <HealthCard />
    </Page>
  );
}

const FIGURES_FRESHNESS = { on: ["task", "dispatch", "worker"], everyMs: 5_000 } as const;

function SystemFigures() {
  const statistics = useResource("statistics", () => answerOf(client.GET("/v1/statistics")), FIGURES_FRESHNESS);
  return <Shown of={statistics}>{(value) => <Numbers statistics={value} />}</Shown>;
}

function Numbers({ statistics }: { readonly statistics: Statistics }) {
  const { chunksByState: states, openTasks, lanesWaiting, workers, oldestWaitingAt, turnsPerSecond } = statistics;
  const owners = new Set(workers.map(({ owner }) => owner));
  return (
    <Figures
      figures={[
        { name: "Turns a second", value: numberText(turnsPerSecond), note: "in the last minute" },
        { name: "Open tasks", value: <Count of={openTasks} />, note: <a href="tasks?state=ACTIVE">show them</a> },
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
              and <Count of={states.DEAD_LETTER} /> after their last try, <a href="dead-letters">show them</a>
            </>
          ),
        },
      ]}
    />
  );
}

const CHART_FRESHNESS = { on: ["dispatch", "task"], everyMs: 10_000 } as const;

function ActivityChart() {
  const history = useResource("history", () => answerOf(client.GET("/v1/statistics/history")), CHART_FRESHNESS);
  return (
    <Card title="Throughput" note="chunks per second, by spans of ten seconds">
      <Shown of={history}>{(value) => <Chart history={value} />}</Shown>
    </Card>
  );
}

function Chart({ history }: { readonly history: History }) {
  const { times, lines } = useMemo(() => toLines(history), [history]);
  return <LineChart label="Chunks per second" times={times} lines={lines} />;
}

/** Converts the history to lines. The last span is incomplete and would look like a drop. */
function toLines({ spans, spanMs }: History): { times: number[]; lines: Line[] } {
  const over = spans.slice(0, -1);
  const perSecond = (count: number): number => (count * 1_000) / spanMs;
  return {
    times: over.map(({ at }) => new Date(at).getTime() / 1_000),
    lines: [
      { name: "given a turn", colour: "--lane-1", values: over.map((span) => perSecond(span.dispatched)) },
      { name: "completed", colour: "--completed", values: over.map((span) => perSecond(span.completed)) },
      { name: "retried", colour: "--pending", values: over.map((span) => perSecond(span.retried)) },
      { name: "failed", colour: "--failed", values: over.map((span) => perSecond(span.failed)) },
    ],
  };
}

const COLUMNS: readonly Column<Pool>[] = [
  {
    name: "Pool",
    cell: ({ pool, isPaused }) => (
      <>
        <a href={`fairness?pool=${encodeURIComponent(pool)}`}>{pool}</a>
        {isPaused ? <div class="faint small">paused</div> : null}
      </>
    ),
  },
  { name: "Waiting", isNumber: true, cell: ({ waiting }) => <Count of={waiting} /> },
  { name: "Running", isNumber: true, cell: ({ running }) => numberText(running) },
  { name: "Later", isNumber: true, cell: ({ scheduled }) => <Count of={scheduled} /> },
  { name: "Oldest wait", isNumber: true, cell: ({ oldestWaitingAt }) => <Duration from={oldestWaitingAt} /> },
  { name: "Turns/s", isNumber: true, cell: ({ turnsPerSecond }) => numberText(turnsPerSecond) },
];

function PoolsCard() {
  const list = useList(
    "pools",
    (after, signal) => answerOf(client.GET("/v1/queues", { params: { query: given({ after }) }, signal })),
    { on: ["dispatch", "lane"], everyMs: 5_000 },
  );
  return (
    <Card title="Pools" isFlush>
      <Listing
        label="Pools"
        list={list}
        columns={COLUMNS}
        keyOf={({ pool }) => pool}
        empty={<Empty title="No pool has work">Submit a task, and its pool appears here.</Empty>}
      />
    </Card>
  );
}

const WORDS = { up: "up", down: "does not answer", off: "not used" } as const;

function HealthCard() {
  const health = useResource("health", () => answerOf(client.GET("/v1/health/ready")), { everyMs: 10_000 });
  return (
    <Card title="Services">
      <Shown of={health}>
        {({ parts }) => (
          <Facts
            facts={{
              PostgreSQL: <StateBadge state={parts.database} text={WORDS[parts.database]} />,
              RabbitMQ: <StateBadge state={parts.broker} text={WORDS[parts.broker]} />,
              Redis: <StateBadge state={parts.redis} text={WORDS[parts.redis]} />,
            }}
          />
        )}
      </Shown>
    </Card>
  );
}
