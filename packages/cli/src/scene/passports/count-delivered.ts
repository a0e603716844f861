/** How many deliveries the receiver has taken, of this start and of those before. */
import { answerOf } from "@rota/client";
import { TENANTS } from "../plan.ts";
import type { Stage } from "../stage.ts";

const PAGE = 100;

export async function countDelivered({ clientOf }: Stage, endpointId: string): Promise<number> {
  const client = clientOf(TENANTS.passports);
  const delivered = new Set<string>();
  let after: string | undefined;
  do {
    const query = { endpointId, state: "DELIVERED", limit: PAGE, ...(after === undefined ? {} : { after }) } as const;
    const page = await answerOf(client.GET("/v1/webhooks/deliveries", { params: { query } }));
    for (const { eventId } of page.items) delivered.add(eventId);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return delivered.size;
}
