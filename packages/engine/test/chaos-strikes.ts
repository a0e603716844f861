/** Which consumers and servers are killed together, and when. Pure: one seed, one plan. */
import { seededRandom, type Random } from "../src/fairness/simulation/history/random.ts";
import type { HoldPoint } from "./chaos-holding.ts";

/** `held`: the consumer that is held at a point of its work; `other`: another one, wherever it is. */
export type Victim = "held" | "other" | "rabbitmq" | "redis" | "postgres";

export type Strike = {
  /** Where a consumer is meanwhile. */
  readonly point: HoldPoint | undefined;
  /** The part of the messages that is confirmed when it begins; the others are on their way. */
  readonly after: number;
  /** In the order in which they are killed. */
  readonly victims: readonly Victim[];
  /** Servers stop in order rather than by kill -9. */
  readonly isGentle: boolean;
};

const FIRST_VICTIMS = ["held", "rabbitmq", "held", "postgres", "held", "other", "held", "redis"] as const;
const SECOND_VICTIMS = ["held", "other", "rabbitmq", "redis", "postgres"] as const;
/** Of consumers that are killed most are inside a transaction. */
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

/** Except that a consumer is inside a transaction no longer than its database lives. */
function inAnyOrder(random: Random, victims: readonly Victim[]): readonly Victim[] {
  const isFixed = victims.includes("held") && victims.includes("postgres");
  if (isFixed) return ["held", "postgres"];
  return random.chance(0.5) ? victims : [...victims].reverse();
}
