/** `rota webhooks list`, `show`, `create` and `rotate`: endpoints and their secrets, which are shown once. */
import type { Endpoint } from "@rota/engine";
import { isGiven, loginName, neededFlag, numberFlag, textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { ago } from "../../output/one-line.ts";
import { factLines, listLines, stateCell } from "../../output/table.ts";
import { endpointOf, tenantOf, withWebhooks } from "./with-webhooks.ts";

const DEFAULT_LIMIT = 50;

export async function listEndpoints(context: CommandContext): Promise<void> {
  const [after, limit = DEFAULT_LIMIT] = [textFlag(context, "after"), numberFlag(context, "limit")];
  const wish = { tenant: tenantOf(context), limit, ...(after === undefined ? {} : { after }) };
  const items = await withWebhooks(context, ({ endpoints }) => endpoints.list(wish));
  const next = items.length < limit ? undefined : items.at(-1)?.endpointId;
  const rows = items.map(({ endpointId, state, url, eventTypes, failures, failingSince }) => [
    endpointId,
    stateCell(state),
    url,
    eventTypes.join(","),
    failures === 0 ? "" : `${String(failures)}, since ${ago(failingSince)}`,
  ]);
  const head = ["endpoint", "state", "url", "events", "failures"];
  answer(context, { items, next }, () => listLines({ rows, next, nothing: "no endpoints" }, head));
}

export async function showEndpoint(context: CommandContext): Promise<void> {
  answer(context, await withWebhooks(context, ({ endpoints }) => endpoints.get(endpointOf(context))), describe);
}

export async function createEndpoint(context: CommandContext): Promise<void> {
  const eventTypes = (textFlag(context, "events") ?? "*").split(",").map((type) => type.trim());
  const endpoint = {
    tenant: tenantOf(context),
    url: neededFlag(context, "url", "where events are sent"),
    eventTypes,
    ed25519: isGiven(context, "ed25519"),
    actor: textFlag(context, "actor") ?? loginName(),
  };
  const made = await withWebhooks(context, ({ endpoints }) => endpoints.create(endpoint));
  answer(context, made, () => [...describe(made), `secret        ${made.secret}`, "the secret is shown this once"]);
}

export async function rotateSecret(context: CommandContext): Promise<void> {
  const overlapMs = numberFlag(context, "overlapMs");
  const wish = {
    ...endpointOf(context),
    force: isGiven(context, "force"),
    ...(overlapMs === undefined ? {} : { overlapMs }),
  };
  const rotated = await withWebhooks(context, ({ endpoints }) => endpoints.rotateSecret(wish));
  answer(context, rotated, ({ secret, previousSecretUntil }) => [
    `secret  ${secret}`,
    previousSecretUntil === undefined
      ? "the one before is no longer valid"
      : `the one before is valid until ${previousSecretUntil.toISOString()}`,
  ]);
}

export function describe(endpoint: Endpoint): string[] {
  return factLines([
    ["endpoint", endpoint.endpointId],
    ["tenant", endpoint.tenant],
    ["state", [endpoint.state, endpoint.disabledReason].filter(Boolean).join(": ")],
    ["url", endpoint.url],
    ["events", endpoint.eventTypes.join(", ")],
    [
      "limits",
      `${String(endpoint.maxInFlight)} at once, ${String(endpoint.ratePerSecond)} a second, ${String(endpoint.timeoutMs)} ms each`,
    ],
    ["verified by", endpoint.verificationKey],
    [
      "failing",
      endpoint.failures === 0 ? undefined : `${String(endpoint.failures)} times, since ${ago(endpoint.failingSince)}`,
    ],
    ["held until", endpoint.heldUntil?.toISOString()],
  ]);
}
