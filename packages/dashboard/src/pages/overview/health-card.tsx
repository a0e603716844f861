/** Whether each part that the server needs is well. */
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Card } from "../../components/layout/card.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";

export function HealthCard() {
  const health = useResource("health", readHealth, { everyMs: 10_000 });
  return (
    <Card title="Services">
      <Shown of={health}>
        {({ parts }) => (
          <Facts
            facts={Object.fromEntries(
              parts.map(({ name, state, detail }) => [
                name,
                <>
                  <StateBadge state={state} /> {detail === undefined ? null : <span class="soft">{detail}</span>}
                </>,
              ]),
            )}
          />
        )}
      </Shown>
    </Card>
  );
}

type Health = {
  readonly parts: readonly { readonly name: string; readonly state: string; readonly detail?: string }[];
};

async function readHealth(): Promise<Health> {
  const { data } = await client.GET("/v1/health/ready");
  return { parts: data?.parts ?? [] };
}
