/** Which consumers and servers are killed together, and when. Pure: one seed, one plan. */
import { seededRandom, type Random } from "../src/fairness/simulation/history/random.ts";

/** `inside`: the consumer that is inside a transaction; `other`: another one, wherever it is. */
export type Victim = "inside" | "other" | "rabbitmq" | "redis" | "postgres";

export type Strike = {
  /** A handler is inside a transaction meanwhile. */
  readonly isHeld: boolean;
  /** The part of the messages that is confirmed when it begins; the others are on their way. */
  readonly after: number;
  /** In the order in which they are killed. */
  readonly victims: readonly Victim[];
  /** Servers stop in order rather than by kill -9. */
  readonly isGentle: boolean;
};

/** Each of them comes about equally often, consumers inside a transaction as often as all others. */
const FIRST_VICTIMS = ["inside", "rabbitmq", "inside", "postgres", "inside", "other", "inside", "redis"] as const;
const SECOND_VICTIMS = ["inside", "other", "rabbitmq", "redis", "postgres"] as const;
const SECOND = 0.5;
const GENTLE = 0.2;

export function planStrikes({ count, seed }: { readonly count: number; readonly seed: number }): Strike[] {
  const random = seededRandom(seed ^ 0x57817e);
  return Array.from({ length: count }, (_, nth) => {
    const first = FIRST_VICTIMS[nth % FIRST_VICTIMS.length] ?? "inside";
    const second = random.chance(SECOND) ? random.pick(SECOND_VICTIMS) : first;
    const victims = inAnyOrder(random, [...new Set<Victim>([first, second])]);
    const isHeld = victims.includes("inside") || random.chance(0.5);
    return { isHeld, after: random.below(90) / 100, victims, isGentle: random.chance(GENTLE) };
  });
}

function inAnyOrder(random: Random, victims: readonly Victim[]): readonly Victim[] {
  return random.chance(0.5) ? victims : [...victims].reverse();
}
