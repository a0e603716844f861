/** Hands events to a publishing sink: each aggregate's one after the other, many aggregates at once. */
import { isRotaError } from "../../errors.ts";
import { inSpan, type SpanWish } from "../../runtime/tracing/spans.ts";
import type { OutboxEvent, PublishingSink } from "../event.ts";

/** What became of an event. `untried`: one before it failed, or the time of the run was over. */
export type Fate =
  | { readonly kind: "published" }
  | { readonly kind: "unheard" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "outage"; readonly error: unknown }
  | { readonly kind: "untried" };

export type Fates = ReadonlyMap<bigint, Fate>;

type HandOver = {
  readonly sink: PublishingSink;
  /** In the order of their positions. */
  readonly events: readonly OutboxEvent[];
  /** The time of the run is over: aggregates that have many events left wait, so that others need not wait for them. */
  readonly isOver: () => boolean;
};

/**
 * The next event of an aggregate is sent when the one before it was confirmed. That alone keeps their first arrivals in
 * order, even if two relays send the same events at the same time: nobody sends an event before the one before it arrived.
 */
export async function handOver({ sink, events, isOver }: HandOver): Promise<Fates> {
  const fates = new Map<bigint, Fate>();
  const isOutage = { seen: false };
  const sendChain = async (chain: readonly OutboxEvent[]): Promise<void> => {
    for (const [nth, event] of chain.entries()) {
      if (isOutage.seen || (chain.length - nth > FEW && isOver())) return;
      const fate = await send(sink, event);
      isOutage.seen ||= fate.kind === "outage";
      fates.set(event.position, fate);
      if (fate.kind === "failed" || fate.kind === "outage") return;
    }
  };
  await Promise.all(chainsOf(events).map(sendChain));
  for (const { position } of events) if (!fates.has(position)) fates.set(position, UNTRIED);
  return fates;
}

/** The events by aggregate, in their order. Pure. */
export function chainsOf(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const chains = new Map<string, OutboxEvent[]>();
  for (const event of events) {
    const key = aggregateKey(event);
    const chain = chains.get(key);
    if (chain === undefined) chains.set(key, [event]);
    else chain.push(event);
  }
  return [...chains.values()];
}

/** Names hold no control characters, so the parts cannot run into each other. */
export function aggregateKey({ tenant, aggregate }: OutboxEvent): string {
  return `${tenant}\n${aggregate.type}\n${aggregate.id}`;
}

export function isUnavailable(error: unknown): boolean {
  return isRotaError(error) && error.kind === "unavailable";
}

/** So many events of an aggregate are sent to their end: holding them would cost more than sending them. */
const FEW = 20;
const UNTRIED: Fate = { kind: "untried" };

/** Events that are not traced are sent without a span: else each would be a trace of its own. */
function spanOf({ name: sink }: PublishingSink, { type, headers }: OutboxEvent): SpanWish | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== "string") return undefined;
  const attributes = { "rota.event_type": type, "rota.sink": sink };
  return { name: `publish ${type}`, kind: "producer", parent: traceparent, attributes };
}

async function send(sink: PublishingSink, event: OutboxEvent): Promise<Fate> {
  try {
    return { kind: await inSpan(spanOf(sink, event), () => sink.publish(event)) };
  } catch (error) {
    return { kind: isUnavailable(error) ? "outage" : "failed", error };
  }
}
