/** `rota webhooks enable`, `disable`, `remove` and `ping`: acts on one endpoint. */
import { neededFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { duration } from "../../output/one-line.ts";
import { endpointOf, withWebhooks } from "./with-webhooks.ts";

export async function enableEndpoint(context: CommandContext): Promise<void> {
  const endpoint = await withWebhooks(context, ({ endpoints }) => endpoints.enable(endpointOf(context)));
  answer(context, endpoint, ({ endpointId }) => [`endpoint ${endpointId} is sent to again`]);
}

export async function disableEndpoint(context: CommandContext): Promise<void> {
  const reason = neededFlag(context, "reason", "why");
  const endpoint = await withWebhooks(context, ({ endpoints }) =>
    endpoints.disable({ ...endpointOf(context), reason }),
  );
  answer(context, endpoint, ({ endpointId }) => [`endpoint ${endpointId} is sent nothing more`]);
}

export async function removeEndpoint(context: CommandContext): Promise<void> {
  const name = endpointOf(context);
  await withWebhooks(context, ({ endpoints }) => endpoints.remove(name));
  const { endpointId, tenant } = name;
  answer(context, { endpointId, tenant, state: "REMOVED" }, () => [`endpoint ${endpointId} was removed`]);
}

export async function pingEndpoint(context: CommandContext): Promise<void> {
  const { answerBody, ...result } = await withWebhooks(context, (webhooks) => webhooks.ping(endpointOf(context)));
  const body = answerBody === undefined ? undefined : Buffer.from(answerBody).toString();
  if (!result.isDelivered) process.exitCode = 1;
  answer(context, { ...result, answerBody: body }, ({ isDelivered, status, error, durationMs }) => [
    `${isDelivered ? "delivered" : "not delivered"} after ${duration(durationMs)}: ${error ?? `answered ${String(status)}`}`,
  ]);
}
