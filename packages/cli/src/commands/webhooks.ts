/** Implements `rota webhooks`: manages endpoints, lists deliveries and replays them. */
import type { Delivery, DeliveryDetails, Endpoint, Webhooks } from "@rota/engine";
import { createWebhooks } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { choiceFlag, isGiven, loginName, numberFlag, requiredFlag, textFlag, timeFlag } from "../flags.ts";
import { loadTasks } from "../load-tasks.ts";
import { ago, answer, duration, nouns, oneLine } from "../output/answer.ts";
import { type Cell, factLines, listLines, stateCell } from "../output/table.ts";
import { idWord, type SubCommand, withSubCommands } from "../sub-commands.ts";

const ENDPOINT = { words: ["id"] };
const ACTION_FLAGS = ["tenant", "actor"];
const PAGE = ["limit", "after"];

const SUB_COMMANDS: readonly SubCommand[] = [
  { name: "list", sentence: "endpoints of a tenant", flags: ["tenant", ...PAGE], run: listEndpoints },
  { name: "show", sentence: "one endpoint", flags: ["tenant"], ...ENDPOINT, run: showEndpoint },
  {
    name: "create",
    sentence: "a new one",
    flags: [...ACTION_FLAGS, "url", "events", "format", "ed25519"],
    run: createEndpoint,
  },
  { name: "enable", sentence: "send to it again", flags: ACTION_FLAGS, ...ENDPOINT, run: enableEndpoint },
  {
    name: "disable",
    sentence: "send nothing more",
    flags: [...ACTION_FLAGS, "reason"],
    ...ENDPOINT,
    run: disableEndpoint,
  },
  { name: "remove", sentence: "take it away", flags: ACTION_FLAGS, ...ENDPOINT, run: removeEndpoint },
  {
    name: "rotate",
    sentence: "a new secret",
    flags: [...ACTION_FLAGS, "overlapMs", "force"],
    ...ENDPOINT,
    run: rotateSecret,
  },
  { name: "ping", sentence: "send a test event now", flags: ACTION_FLAGS, ...ENDPOINT, run: pingEndpoint },
  {
    name: "deliveries",
    sentence: "what was sent, the newest first",
    flags: ["tenant", "endpoint", "state", "eventType", "from", "before", ...PAGE],
    run: listDeliveries,
  },
  { name: "delivery", sentence: "one, with its attempts", flags: ["tenant"], ...ENDPOINT, run: showDelivery },
  {
    name: "replay",
    sentence: "send a delivery again",
    flags: [...ACTION_FLAGS, "tasks"],
    ...ENDPOINT,
    run: replayDelivery,
  },
  {
    name: "replay-failed",
    sentence: "send all again that failed",
    flags: [...ACTION_FLAGS, "from", "before", "limit", "tasks"],
    ...ENDPOINT,
    run: replayFailed,
  },
];

export const webhooksCommand: CommandSpec = withSubCommands({
  name: "webhooks",
  sentence: "look after webhook endpoints, see what was sent to them and send it again",
  subCommands: SUB_COMMANDS,
  words: [{ name: "id", sentence: "of an endpoint, or with delivery and replay of a delivery" }],
  flags: [
    { flag: "--tenant <name>", sentence: "whose they are", isRequired: true },
    { flag: "--url <url>", sentence: "where events are sent" },
    { flag: "--events <types>", sentence: "which, separated by commas; prefix.* and * fit many (default: *)" },
    { flag: "--format <name>", sentence: "the form of its requests (default: that of its events)" },
    { flag: "--ed25519", sentence: "sign with a key of Ed25519 as well" },
    { flag: "--overlap-ms <time>", sentence: "how long the old secret stays valid (default: a day)" },
    { flag: "--force", sentence: "although the secret before the current one is still valid" },
    { flag: "--endpoint <id>", sentence: "only to this endpoint" },
    { flag: "--state <state>", sentence: "only PENDING, DELIVERED or FAILED" },
    { flag: "--event-type <type>", sentence: "only events of this type" },
    { flag: "--from <time>", sentence: "only those made at this time or later" },
    { flag: "--before <time>", sentence: "only those made earlier" },
    { flag: "--tasks <module>", sentence: "the module that exports the codec of payloads" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why" },
    { flag: "--limit <count>", sentence: "how many" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota webhooks --tenant ann",
    "rota webhooks create --tenant ann --url https://example.org/hook --events 'order.*,invoice.paid'",
    "rota webhooks deliveries --tenant ann --state FAILED",
    "rota webhooks replay-failed 0e6c1b1e-5f4b-4f0a-9d34-0f3a1a9a2c11 --tenant ann --from 2026-05-01T00:00:00Z",
  ],
  exitOneWhen: "ping was not answered with success",
});

const DEFAULT_LIMIT = 50;

async function listEndpoints(context: CommandContext): Promise<void> {
  const [after, limit = DEFAULT_LIMIT] = [textFlag(context, "after"), numberFlag(context, "limit")];
  const query = { tenant: tenantOf(context), limit, ...(after === undefined ? {} : { after }) };
  const items = await withWebhooks(context, ({ endpoints }) => endpoints.list(query));
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

async function showEndpoint(context: CommandContext): Promise<void> {
  answer(context, await withWebhooks(context, ({ endpoints }) => endpoints.get(endpointOf(context))), describeEndpoint);
}

async function createEndpoint(context: CommandContext): Promise<void> {
  const eventTypes = (textFlag(context, "events") ?? "*").split(",").map((type) => type.trim());
  const format = textFlag(context, "format");
  const endpoint = {
    tenant: tenantOf(context),
    url: requiredFlag(context, "url", "where events are sent"),
    eventTypes,
    ...(format === undefined ? {} : { format }),
    ed25519: isGiven(context, "ed25519"),
    actor: textFlag(context, "actor") ?? loginName(),
  };
  const made = await withWebhooks(context, ({ endpoints }) => endpoints.create(endpoint));
  answer(context, made, () => [
    ...describeEndpoint(made),
    `secret        ${made.secret}`,
    "the secret is shown this once",
  ]);
}

async function rotateSecret(context: CommandContext): Promise<void> {
  const overlapMs = numberFlag(context, "overlapMs");
  const request = {
    ...endpointOf(context),
    force: isGiven(context, "force"),
    ...(overlapMs === undefined ? {} : { overlapMs }),
  };
  const rotated = await withWebhooks(context, ({ endpoints }) => endpoints.rotateSecret(request));
  answer(context, rotated, ({ secret, previousSecretUntil }) => [
    `secret  ${secret}`,
    previousSecretUntil === undefined
      ? "the one before is no longer valid"
      : `the one before is valid until ${previousSecretUntil.toISOString()}`,
  ]);
}

function describeEndpoint(endpoint: Endpoint): string[] {
  return factLines([
    ["endpoint", endpoint.endpointId],
    ["tenant", endpoint.tenant],
    ["state", [endpoint.state, endpoint.disabledReason].filter(Boolean).join(": ")],
    ["url", endpoint.url],
    ["events", endpoint.eventTypes.join(", ")],
    ["format", endpoint.format],
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

async function enableEndpoint(context: CommandContext): Promise<void> {
  const endpoint = await withWebhooks(context, ({ endpoints }) => endpoints.enable(endpointOf(context)));
  answer(context, endpoint, ({ endpointId }) => [`endpoint ${endpointId} is sent to again`]);
}

async function disableEndpoint(context: CommandContext): Promise<void> {
  const reason = requiredFlag(context, "reason", "why");
  const endpoint = await withWebhooks(context, ({ endpoints }) =>
    endpoints.disable({ ...endpointOf(context), reason }),
  );
  answer(context, endpoint, ({ endpointId }) => [`endpoint ${endpointId} is sent nothing more`]);
}

async function removeEndpoint(context: CommandContext): Promise<void> {
  const name = endpointOf(context);
  await withWebhooks(context, ({ endpoints }) => endpoints.remove(name));
  const { endpointId, tenant } = name;
  answer(context, { endpointId, tenant, state: "REMOVED" }, () => [`endpoint ${endpointId} was removed`]);
}

async function pingEndpoint(context: CommandContext): Promise<void> {
  const { answerBody, ...result } = await withWebhooks(context, (webhooks) => webhooks.ping(endpointOf(context)));
  const body = answerBody === undefined ? undefined : Buffer.from(answerBody).toString();
  if (!result.isDelivered) process.exitCode = 1;
  answer(context, { ...result, answerBody: body }, ({ isDelivered, status, error, durationMs }) => [
    `${isDelivered ? "delivered" : "not delivered"} after ${duration(durationMs)}: ${error ?? `answered ${String(status)}`}`,
  ]);
}

const HEAD = ["delivery", "state", "event", "attempts", "last answer", "made", "next"];

async function listDeliveries(context: CommandContext): Promise<void> {
  const [endpointId, eventType, cursor] = ["endpoint", "eventType", "after"].map((name) => textFlag(context, name));
  const state = choiceFlag(context, "state", ["PENDING", "DELIVERED", "FAILED"]);
  const query = {
    tenant: tenantOf(context),
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(eventType === undefined ? {} : { eventType }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(state === undefined ? {} : { state }),
    ...times(context),
    limit: numberFlag(context, "limit") ?? DEFAULT_LIMIT,
  };
  const { deliveries: items, next } = await withWebhooks(context, (webhooks) => webhooks.list(query));
  answer(context, { items, next }, () => listLines({ rows: items.map(toRow), next, nothing: "no deliveries" }, HEAD));
}

function toRow(delivery: Delivery): Cell[] {
  const { deliveryId, state, eventType, attempts, lastStatus, lastError = "", createdAt, nextAttemptAt } = delivery;
  const last = lastStatus === undefined ? lastError : `${String(lastStatus)} ${lastError}`;
  const next = nextAttemptAt?.toISOString() ?? "";
  return [deliveryId, stateCell(state), eventType, String(attempts), last, ago(createdAt), next];
}

function times(context: CommandContext): { from?: Date; to?: Date } {
  const [from, to] = [timeFlag(context, "from"), timeFlag(context, "before")];
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

async function showDelivery(context: CommandContext): Promise<void> {
  const name = { tenant: tenantOf(context), deliveryId: idWord(context) };
  const delivery = await withWebhooks(context, (webhooks) => webhooks.show(name));
  answer(context, withTexts(delivery), () => describeDelivery(delivery));
}

/** Decodes bytes, for which JSON has no form. Bodies are JSON; answers are any text of the receiver. */
function withTexts({ body, history, ...delivery }: DeliveryDetails): object {
  const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());
  return {
    ...delivery,
    body: text(body),
    history: history.map(({ answerBody, ...attempt }) => ({ ...attempt, answerBody: text(answerBody) })),
  };
}

const BODY_SHOWN = 2_000;

function describeDelivery({
  deliveryId,
  endpointId,
  taskId,
  state,
  eventType,
  eventId,
  history,
  body,
}: DeliveryDetails): string[] {
  return [
    ...factLines([
      ["delivery", deliveryId],
      ["endpoint", endpointId],
      ["event", `${eventType} ${eventId}`],
      ["state", state],
      ["dead letter", state === "FAILED" && taskId !== undefined ? `chunk-${String(taskId)}-1` : undefined],
    ]),
    ...history.flatMap(({ number, startedAt, durationMs, status, error = "", answerHeaders = {} }) => [
      oneLine(
        `  ${startedAt.toISOString()}  attempt ${String(number)}: ${String(status ?? "no answer")} after ${duration(durationMs)} ${error}`,
      ),
      ...Object.entries(answerHeaders).map(([name, value]) => oneLine(`    ${name}: ${value}`)),
    ]),
    `body: ${oneLine(Buffer.from(body).toString(), BODY_SHOWN)}`,
  ];
}

async function replayDelivery(context: CommandContext): Promise<void> {
  const { tenant, actor } = endpointOf(context);
  const replayOf = idWord(context);
  const deliveryId = await withWebhooks(context, (webhooks) =>
    webhooks.replay({ tenant, actor, deliveryId: replayOf }),
  );
  answer(context, { deliveryId, replayOf }, () => [`delivery ${replayOf} is sent again as ${deliveryId}`]);
}

async function replayFailed(context: CommandContext): Promise<void> {
  const limit = numberFlag(context, "limit");
  const request = { ...endpointOf(context), ...times(context), ...(limit === undefined ? {} : { limit }) };
  const result = await withWebhooks(context, (webhooks) => webhooks.replayMany(request));
  answer(context, result, ({ replayed, next }) => [
    `${nouns(replayed, "delivery is", "deliveries are")} sent again`,
    ...(next === undefined ? [] : ["there are more: run it again"]),
  ]);
}

/** Opens the webhooks of a migrated database for one call. */
async function withWebhooks<Result>(
  context: CommandContext,
  use: (webhooks: Webhooks) => Promise<Result>,
): Promise<Result> {
  const { tasks: module } = context.reading.config;
  const { codec } = module === undefined ? {} : await loadTasks(module);
  return withMigratedDatabase(context, async (database) => {
    const { logger, reading } = context;
    const parts = await Promise.all(reading.workloads.map((workload) => workload.load()));
    const formats = parts.flatMap(({ webhookFormats }) => webhookFormats);
    const webhooks = createWebhooks({ database, config: reading.config, logger, codec, formats });
    try {
      return await use(webhooks);
    } finally {
      webhooks.close();
    }
  });
}

function tenantOf(context: CommandContext): string {
  return requiredFlag(context, "tenant", "whose");
}

/** Reads the tenant, the endpoint and the actor from flags and words. */
function endpointOf(context: CommandContext): { tenant: string; endpointId: string; actor: string } {
  return { tenant: tenantOf(context), endpointId: idWord(context), actor: textFlag(context, "actor") ?? loginName() };
}
