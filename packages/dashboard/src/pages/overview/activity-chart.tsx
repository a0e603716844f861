/** Chunks per second over the last minutes: given a turn, completed, failed. */
import { answerOf } from "@rota/client";
import { useMemo } from "preact/hooks";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { LineChart } from "../../components/charts/line-chart.tsx";
import type { Line } from "../../components/charts/line.ts";
import { Card } from "../../components/layout/card.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import type { History } from "../../api/wire.ts";

const FRESH = { on: ["dispatch", "task"], everyMs: 10_000 } as const;

export function ActivityChart() {
  const history = useResource("history", () => answerOf(client.GET("/v1/statistics/history")), FRESH);
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

/** The span that is not over yet would look like a fall. */
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
