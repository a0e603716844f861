/** Whether each part that the server needs is there. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Card } from "../../components/layout/card.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";

const WORDS = { up: "up", down: "does not answer", off: "not used" } as const;

export function HealthCard() {
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
