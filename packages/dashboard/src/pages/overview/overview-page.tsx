/** How the whole stands: what waits, runs and fails, how fast, who works, and whether every part is there. */
import { useSession } from "../../session/session.tsx";
import { Page } from "../../components/layout/page.tsx";
import { ActivityChart } from "./activity-chart.tsx";
import { HealthCard } from "./health-card.tsx";
import { QueuesCard } from "./queues-card.tsx";
import { SystemFigures } from "./system-figures.tsx";

/** Numbers of the whole system are not for those who see one tenant. */
export function OverviewPage() {
  const { viewer } = useSession();
  return (
    <Page title="Overview">
      {viewer?.tenant === undefined ? <SystemFigures /> : null}
      <ActivityChart />
      <QueuesCard />
      <HealthCard />
    </Page>
  );
}
