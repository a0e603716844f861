/** `rota webhooks deliveries`, `delivery`, `replay` and `replay-failed`: what was sent, and sending it again. */
import type { Delivery, DeliveryDetails } from "@rota/engine";
import { choiceFlag, numberFlag, textFlag, timeFlag } from "../../command/flags.ts";
import { idWord } from "../../command/sub-commands.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { ago, duration, nouns, oneLine } from "../../output/one-line.ts";
import { factLines, listLines, stateCell, type Cell } from "../../output/table.ts";
import { endpointOf, tenantOf, withWebhooks } from "./with-webhooks.ts";

const DEFAULT_LIMIT = 50;
const HEAD = ["delivery", "state", "event", "attempts", "last answer", "made", "next"];

export async function listDeliveries(context: CommandContext): Promise<void> {
  const [endpointId, eventType, cursor] = ["endpoint", "eventType", "after"].map((name) => textFlag(context, name));
  const state = choiceFlag(context, "state", ["PENDING", "DELIVERED", "FAILED"]);
  const wish = {
    tenant: tenantOf(context),
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(eventType === undefined ? {} : { eventType }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(state === undefined ? {} : { state }),
    ...times(context),
    limit: numberFlag(context, "limit") ?? DEFAULT_LIMIT,
  };
  const { deliveries: items, next } = await withWebhooks(context, (webhooks) => webhooks.list(wish));
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

export async function showDelivery(context: CommandContext): Promise<void> {
  const name = { tenant: tenantOf(context), deliveryId: idWord(context) };
  const delivery = await withWebhooks(context, (webhooks) => webhooks.show(name));
  answer(context, withTexts(delivery), () => describe(delivery));
}

/** Bytes have no form in json; bodies are json, answers are whatever the receiver says. */
function withTexts({ body, history, ...delivery }: DeliveryDetails): object {
  const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());
  return {
    ...delivery,
    body: text(body),
    history: history.map(({ answerBody, ...attempt }) => ({ ...attempt, answerBody: text(answerBody) })),
  };
}

const BODY_SHOWN = 2_000;

function describe({ deliveryId, endpointId, state, eventType, eventId, history, body }: DeliveryDetails): string[] {
  return [
    ...factLines([
      ["delivery", deliveryId],
      ["endpoint", endpointId],
      ["event", `${eventType} ${eventId}`],
      ["state", state],
    ]),
    ...history.map(({ number, startedAt, durationMs, status, error = "" }) =>
      oneLine(
        `  ${startedAt.toISOString()}  attempt ${String(number)}: ${String(status ?? "no answer")} after ${duration(durationMs)} ${error}`,
      ),
    ),
    `body: ${oneLine(Buffer.from(body).toString(), BODY_SHOWN)}`,
  ];
}

export async function replayDelivery(context: CommandContext): Promise<void> {
  const { tenant, actor } = endpointOf(context);
  const replayOf = idWord(context);
  const deliveryId = await withWebhooks(context, (webhooks) =>
    webhooks.replay({ tenant, actor, deliveryId: replayOf }),
  );
  answer(context, { deliveryId, replayOf }, () => [`delivery ${replayOf} is sent again as ${deliveryId}`]);
}

export async function replayFailed(context: CommandContext): Promise<void> {
  const limit = numberFlag(context, "limit");
  const wish = { ...endpointOf(context), ...times(context), ...(limit === undefined ? {} : { limit }) };
  const result = await withWebhooks(context, (webhooks) => webhooks.replayMany(wish));
  answer(context, result, ({ replayed, next }) => [
    `${nouns(replayed, "delivery is", "deliveries are")} sent again`,
    ...(next === undefined ? [] : ["there are more: run it again"]),
  ]);
}
