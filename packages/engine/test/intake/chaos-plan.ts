/** Plans from a seed which events are sent and which processes are killed, and compares the outcome with the plan. Pure. */
import { sha256Hex } from "@rota/proofs";
import { type Random, seededRandom } from "../seeded-random.ts";
import type { HoldPoint } from "./chaos-holding.ts";
import { type ChaosPayload, EVENT_BYTES_MAX } from "./chaos-intake.ts";
import type { ChaosRejected } from "./chaos-rows.sql.ts";

export type ChaosMessage =
  | { readonly kind: "event"; readonly tenant: string; readonly id: string; readonly data: SentPayload }
  | { readonly kind: "garbage"; readonly body: Buffer; readonly code: string };

type SentPayload = { readonly amount: number | string; readonly does: ChaosPayload["does"] };

export type ChaosPlan = {
  readonly messages: readonly ChaosMessage[];
  /** Amounts that were sent under an id, by `tenant/id`: one of them is accepted, each other one is a conflict. */
  readonly accepted: ReadonlyMap<string, ReadonlySet<number>>;
  /** Codes of rejected events by `tenant/id`. */
  readonly rejected: ReadonlyMap<string, string>;
  /** Codes of malformed messages by the SHA-256 of the body. */
  readonly malformed: ReadonlyMap<string, string>;
  readonly conflicts: number;
  /** Number of messages with the same content as another one. */
  readonly copies: number;
};

/** Tenants of the events; larger tenants are listed more often. */
const TENANTS = ["ann", "ann", "ann", "ann", "bob", "bob", "cy", "dora", "emil"] as const;
const COPIES = 0.08;
const CONFLICTS = 0.03;
const GARBAGE = 0.01;
/** Kinds of unusual events. Those that make the handler throw are few, because each costs many halvings of a batch. */
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

/** Returns the body of a message. The envelope differs each time, which must have no effect. */
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

/** Returns a malformed message. All are different, so that each is recorded separately. */
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

/** Returns the code of the rejection; undefined for an event that is accepted or a conflict. */
function codeOf(message: ChaosMessage): string | undefined {
  if (message.kind === "garbage") return message.code;
  const { does, amount } = message.data;
  const kind = KINDS.find((one) => one.does === does && "amount" in one === (typeof amount === "string"));
  return kind !== undefined && "code" in kind ? kind.code : undefined;
}

/** Process to kill. `held`: the consumer that is held at a point of its work; `other`: another consumer. */
export type Victim = "held" | "other" | "rabbitmq" | "redis" | "postgres";

export type Strike = {
  /** Point at which a consumer is held meanwhile. */
  readonly point: HoldPoint | undefined;
  /** Part of the messages that is confirmed when the strike begins; the others are being sent. */
  readonly after: number;
  /** Processes in the order in which they are killed. */
  readonly victims: readonly Victim[];
  /** Whether servers are stopped gracefully, not by kill -9. */
  readonly isGentle: boolean;
};

const FIRST_VICTIMS = ["held", "rabbitmq", "held", "postgres", "held", "other", "held", "redis"] as const;
const SECOND_VICTIMS = ["held", "other", "rabbitmq", "redis", "postgres"] as const;
/** Points at which consumers are killed, mostly inside a transaction. */
const POINTS = ["settled", "written", "stored", "settled"] as const;
const GENTLE = 0.2;

export function planStrikes({ count, seed }: { readonly count: number; readonly seed: number }): Strike[] {
  const random = seededRandom(seed ^ 0x57817e);
  return Array.from({ length: count }, (_, nth) => {
    const first = FIRST_VICTIMS[nth % FIRST_VICTIMS.length] ?? "held";
    const second = random.chance(0.5) ? random.pick(SECOND_VICTIMS) : first;
    const victims = inAnyOrder(random, [...new Set<Victim>([first, second])]);
    const point = POINTS[Math.floor(nth / 2) % POINTS.length];
    const isHeld = victims.includes("held") || random.chance(0.5);
    const [after, isGentle] = [random.below(90) / 100, random.chance(GENTLE)];
    return { point: isHeld ? point : undefined, after, victims, isGentle };
  });
}

/** Shuffles victims, but a held consumer is killed before PostgreSQL, with which its transaction would end. */
function inAnyOrder(random: Random, victims: readonly Victim[]): readonly Victim[] {
  const isFixed = victims.includes("held") && victims.includes("postgres");
  if (isFixed) return ["held", "postgres"];
  return random.chance(0.5) ? victims : [...victims].reverse();
}

export type ChaosEffect = { readonly tenant: string; readonly event_id: string; readonly amount: number };

export type ChaosOutcome = {
  readonly done: number;
  readonly conflicts: number;
  readonly rejected: number;
  readonly malformed: number;
  /** Descriptions of the first faults. */
  readonly faults: readonly string[];
};

const FAULTS_MAX = 20;

export function judgeChaos(
  plan: ChaosPlan,
  effects: readonly ChaosEffect[],
  rejected: readonly ChaosRejected[],
): ChaosOutcome {
  const done = new Map<string, number>();
  const faults: string[] = [];
  for (const { tenant, event_id: id, amount } of effects) {
    const key = keyOf({ tenant, id });
    if (done.has(key)) faults.push(`${key} had its effect more than once`);
    if (plan.accepted.get(key)?.has(amount) !== true)
      faults.push(`${key} had the effect ${String(amount)}, never sent`);
    done.set(key, amount);
  }
  const ofKind = (kind: string) => rejected.filter((row) => row.kind === kind);
  const conflicts = ofKind("CONFLICT");
  faults.push(
    ...[...plan.accepted.keys()].filter((key) => !done.has(key)).map((key) => `${key} had no effect`),
    ...conflictFaults(plan, done, conflicts),
    ...differences("rejected", plan.rejected, codesBy(ofKind("REJECTED"), keyOfRow)),
    ...differences(
      "malformed",
      plan.malformed,
      codesBy(ofKind("MALFORMED"), (row) => row.payload_hash),
    ),
    ...ofKind("DEAD_LETTER").map((row) => `${keyOfRow(row)} was given up by the broker`),
    ...rejected.filter(({ reason }) => reason === "").map((row) => `${keyOfRow(row)} has no reason`),
  );
  return {
    done: done.size,
    conflicts: conflicts.length,
    rejected: ofKind("REJECTED").length,
    malformed: ofKind("MALFORMED").length,
    faults: faults.slice(0, FAULTS_MAX),
  };
}

/** Checks that each payload that was sent under an id without having its effect is a conflict, recorded with both payloads. */
function conflictFaults(
  { accepted }: ChaosPlan,
  done: ReadonlyMap<string, number>,
  rows: readonly ChaosRejected[],
): string[] {
  const found = new Set(
    rows.map((row) => `${keyOfRow(row)} ${amountIn(row.payload)} for ${amountIn(row.held_payload)}`),
  );
  const wanted = new Set<string>();
  for (const [key, amounts] of accepted)
    for (const amount of amounts)
      if (amount !== done.get(key)) wanted.add(`${key} ${String(amount)} for ${String(done.get(key))}`);
  return [
    ...[...wanted].filter((conflict) => !found.has(conflict)).map((conflict) => `no conflict ${conflict}`),
    ...[...found].filter((conflict) => !wanted.has(conflict)).map((conflict) => `a wrong conflict ${conflict}`),
  ];
}

function amountIn(payload: string | null): string {
  const value: unknown = JSON.parse(payload ?? "null");
  return typeof value === "object" && value !== null && "amount" in value ? String(value.amount) : "nothing";
}

function keyOfRow({ tenant, event_id: id }: ChaosRejected): string {
  return keyOf({ tenant: tenant ?? "", id: id ?? "" });
}

function codesBy(rows: readonly ChaosRejected[], name: (row: ChaosRejected) => string): Map<string, string> {
  return new Map(rows.map((row) => [name(row), row.code]));
}

function differences(kind: string, wanted: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
  const names = new Set([...wanted.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => wanted.get(name) !== found.get(name))
    .map((name) => `${kind} ${name}: ${String(found.get(name))} rather than ${String(wanted.get(name))}`);
}
