/** What is sent to an intake while everything around it fails, and what must have become of it. Pure: one seed, one plan. */
import { sha256Hex } from "@rota/proofs";
import { seededRandom, type Random } from "../src/fairness/simulation/history/random.ts";
import { EVENT_BYTES_MAX, type ChaosPayload } from "./chaos-intake.ts";

export type ChaosMessage =
  | { readonly kind: "event"; readonly tenant: string; readonly id: string; readonly data: SentPayload }
  | { readonly kind: "garbage"; readonly body: Buffer; readonly code: string };

type SentPayload = { readonly amount: number | string; readonly does: ChaosPayload["does"] };

export type ChaosPlan = {
  readonly messages: readonly ChaosMessage[];
  /** The amounts that were sent under an id, by `tenant/id`: one of them is accepted, each other is a conflict. */
  readonly accepted: ReadonlyMap<string, ReadonlySet<number>>;
  /** Codes by `tenant/id`. */
  readonly rejected: ReadonlyMap<string, string>;
  /** Codes by the SHA-256 of the body. */
  readonly malformed: ReadonlyMap<string, string>;
  readonly conflicts: number;
  /** Messages that say what another one says. */
  readonly copies: number;
};

/** Of the larger tenants there are more events. */
const TENANTS = ["ann", "ann", "ann", "ann", "bob", "bob", "cy", "dora", "emil"] as const;
const COPIES = 0.08;
const CONFLICTS = 0.03;
const GARBAGE = 0.01;
/** Events that are no plain ones; a handler that throws has to be given halves of its batch, so these are few. */
const KINDS = [
  { share: 0.02, does: "count", amount: "much", code: "INPUT_INVALID" },
  { share: 0.02, does: "refuse", code: "NOTHING_TO_BOOK" },
  { share: 0.001, does: "throw", code: "BOOK_IS_TORN" },
  { share: 0.02, does: "wait" },
] as const;

export function planChaosEvents({ count, seed }: { readonly count: number; readonly seed: number }): ChaosPlan {
  const random = seededRandom(seed);
  const messages: ChaosMessage[] = [];
  const accepted = new Map<string, Set<number>>();
  const rejected = new Map<string, string>();
  const malformed = new Map<string, string>();
  for (let nth = 0; nth < count; nth++) {
    const message = nextMessage(random, messages);
    messages.push(message);
    const code = codeOf(message);
    if (message.kind === "garbage") malformed.set(sha256Hex(message.body), code ?? "");
    else if (code !== undefined) rejected.set(keyOf(message), code);
    else accepted.set(keyOf(message), (accepted.get(keyOf(message)) ?? new Set()).add(Number(message.data.amount)));
  }
  const variants = [...accepted.values()].reduce((sum, amounts) => sum + amounts.size, 0);
  const copies = count - variants - rejected.size - malformed.size;
  return { messages, accepted, rejected, malformed, conflicts: variants - accepted.size, copies };
}

export function keyOf({ tenant, id }: { readonly tenant: string; readonly id: string }): string {
  return `${tenant}/${id}`;
}

/** The envelope differs each time, which makes no difference. */
export function bodyOf(message: ChaosMessage): Buffer {
  if (message.kind === "garbage") return message.body;
  const { tenant, id, data } = message;
  return Buffer.from(JSON.stringify({ tenant, id, data, sentAt: performance.now() }));
}

function nextMessage(random: Random, sent: readonly ChaosMessage[]): ChaosMessage {
  const nth = sent.length;
  const earlier = sent[random.below(Math.max(nth, 1))];
  if (earlier !== undefined && random.chance(COPIES)) return earlier;
  if (earlier?.kind === "event" && codeOf(earlier) === undefined && random.chance(CONFLICTS))
    return { ...earlier, data: { ...earlier.data, amount: Number(earlier.data.amount) + 1 } };
  if (random.chance(GARBAGE)) return garbage(random, nth);
  const kind = KINDS.find(({ share }) => random.chance(share));
  const amount = kind !== undefined && "amount" in kind ? kind.amount : random.below(1_000);
  const data = { amount, does: kind?.does ?? "count" };
  return { kind: "event", tenant: random.pick(TENANTS), id: `e${String(nth)}`, data };
}

/** Each of them is different, so that all of them can be told apart. */
function garbage(random: Random, nth: number): ChaosMessage {
  const number = String(nth);
  const [body, code] = random.pick([
    [Buffer.from(`{"tenant":"ann",${number}`), "EVENT_NOT_JSON"],
    [Buffer.from([0xff, ...Buffer.from(number)]), "EVENT_NOT_JSON"],
    [Buffer.from(`{"tenant":"ann","number":${number}}`), "EVENT_UNREADABLE"],
    [Buffer.from(number.padEnd(EVENT_BYTES_MAX + 1, ".")), "EVENT_TOO_LARGE"],
  ]);
  return { kind: "garbage", body, code };
}

/** Why it is not accepted; undefined: it is, or it is a conflict. */
function codeOf(message: ChaosMessage): string | undefined {
  if (message.kind === "garbage") return message.code;
  const { does, amount } = message.data;
  const kind = KINDS.find((one) => one.does === does && "amount" in one === (typeof amount === "string"));
  return kind !== undefined && "code" in kind ? kind.code : undefined;
}
