/** How the whole stands: what waits, runs and fails, how fast, who works, and whether every part is well. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { ActivityChart } from "./activity-chart.tsx";
import { OverviewFigures } from "./overview-figures.tsx";
import { QueuesCard } from "./queues-card.tsx";

const FRESH = { on: ["task", "dispatch", "worker"], everyMs: 5_000 } as const;

export function OverviewPage() {
  const statistics = useResource("statistics", () => answerOf(client.GET("/v1/statistics")), FRESH);
  return (
    <Page title="Overview">
      <Shown of={statistics}>
        {(value) => (
          <>
            <OverviewFigures statistics={value} />
            <ActivityChart />
            <QueuesCard queues={value.queues} />
          </>
        )}
      </Shown>
    </Page>
  );
}
