/** Makes random histories of a queue from a seed, varies them and shortens failing ones. */
import type { LaneSettings, Priority } from "../../src/fairness/lane.ts";
import { type Random, seededRandom } from "../seeded-random.ts";

/** Work of one task. Tenants, groups and types are small numbers, so that tasks meet in the same lanes. */
export type Work = {
  readonly tenant: number;
  readonly group: number;
  readonly priority: Priority;
  readonly type: number;
  readonly isJob: boolean;
  readonly chunks: number;
  readonly cost: number;
  readonly weight: number;
  readonly maxInFlight: number | null;
  readonly due: "now" | "soon" | "later";
  /** Its queue: route 0 has the name of the pool. */
  readonly route: number;
  /** Limits that it shares with other work. */
  readonly limits: readonly number[];
};

/** Step of a history. It names tasks and chunks by a number modulo their count, so that any step may be left out. */
export type Step =
  | { readonly kind: "submit"; readonly works: readonly Work[] }
  | { readonly kind: "set"; readonly level: number; readonly place: Place; readonly settings: LaneSettings }
  | { readonly kind: "limit"; readonly of: "route" | "limit"; readonly number: number; readonly settings: LaneSettings }
  | { readonly kind: "complete"; readonly first: number; readonly count: number }
  | { readonly kind: "retry"; readonly chunk: number; readonly due: Work["due"] }
  | { readonly kind: "cancel"; readonly task: number }
  | Claim
  | { readonly kind: "clock"; readonly forwardMs: number };

/** Claim of a worker that serves some routes of the pool. Undefined: all. */
export type Claim = {
  readonly kind: "claim";
  readonly owner: string;
  readonly limit: number;
  readonly fate: Fate;
  readonly serves: readonly number[] | undefined;
};

/** Fate of a claim: it may be lost in a crash after its commit, or before it. */
export type Fate = "received" | "reply lost" | "rolled back";

export type Place = Pick<Work, "tenant" | "group" | "priority"> & { readonly task: number };

export type History = { readonly seed: number; readonly steps: readonly Step[] };

/** Features that a history uses. Half of the histories leave out any one feature, so that simple rules are tested alone too. */
type Features = Record<
  "priorities" | "weights" | "costs" | "caps" | "rates" | "pauses" | "delays" | "jobs",
  boolean
> & {
  readonly tenants: number;
  readonly groups: number;
};

export function makeHistory(seed: number, stepCount = 24): History {
  const random = seededRandom(seed);
  const features = makeFeatures(random);
  const steps: Step[] = [makeSubmit(random, features)];
  while (steps.length < stepCount) steps.push(makeStep(random, features));
  const routed = seed % 2 === 0 ? withRoutes(steps, seededRandom(seed + ROUTES_SEED)) : steps;
  return { seed, steps: seed % 4 < 2 ? withLimits(routed, seededRandom(seed + LIMITS_SEED)) : routed };
}

/** The random numbers of routes and limits are drawn apart, so that histories without them stay as they are. */
const ROUTES_SEED = 1_000_000;
const LIMITS_SEED = 2_000_000;
export const ROUTES = 3;
const LIMITS = 2;

/** Spreads work over the routes of a pool. Some claims serve only part of them, and routes get limits. */
function withRoutes(steps: readonly Step[], random: Random): Step[] {
  const sets = [[0, 1, 2], [0], [1], [0, 2], [1, 2]] as const;
  const servesSome = random.chance(0.7);
  const hasLimits = random.chance(0.6);
  return steps.flatMap((step): Step[] => {
    if (step.kind === "submit") return [{ ...step, works: step.works.map((work) => onRoute(work, random)) }];
    if (step.kind !== "claim") return [step];
    const claim = {
      ...step,
      serves: servesSome && random.chance(0.7) ? random.pick<readonly number[]>(sets) : undefined,
    };
    return hasLimits && random.chance(0.3) ? [makeLimit("route", ROUTES, random), claim] : [claim];
  });
}

/** Jobs of a type share a lane, so they share a route too. */
function onRoute(work: Work, random: Random): Work {
  return { ...work, route: work.isJob ? work.type : random.below(ROUTES) };
}

/** Makes work share limits with work of other tenants and types. */
function withLimits(steps: readonly Step[], random: Random): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.kind === "submit")
      return [
        {
          ...step,
          works: step.works.map((work) => ({ ...work, limits: work.isJob ? [work.type] : someLimits(random) })),
        },
      ];
    return step.kind === "claim" && random.chance(0.4) ? [makeLimit("limit", LIMITS, random), step] : [step];
  });
}

function someLimits(random: Random): number[] {
  return [0, 1].filter(() => random.chance(0.5));
}

function makeLimit(of: "route" | "limit", count: number, random: Random): Step {
  const settings = random.pick<LaneSettings>([
    { maxInFlight: random.pick([1, 2, 4, null]) },
    { isPaused: random.chance(0.4) },
    { rateUs: random.pick([1, HOUR_MS * 1_000, null]), rateBurst: 1 + random.below(4) },
  ]);
  return { kind: "limit", of, number: random.below(count), settings };
}

function makeFeatures(random: Random): Features {
  const half = (): boolean => random.chance(0.5);
  return {
    tenants: 1 + random.below(4),
    groups: 1 + random.below(3),
    priorities: random.chance(0.3),
    weights: half(),
    costs: half(),
    caps: half(),
    rates: random.chance(0.3),
    pauses: half(),
    delays: half(),
    jobs: half(),
  };
}

function makeStep(random: Random, features: Features): Step {
  const dice = random.below(100);
  if (dice < 45) return makeClaim(random);
  if (dice < 65) return makeSubmit(random, features);
  if (dice < 77) return { kind: "complete", first: random.below(100), count: 1 + random.below(3) };
  if (dice < 84) return { kind: "retry", chunk: random.below(100), due: makeDue(random, features) };
  if (dice < 86) return { kind: "cancel", task: random.below(100) };
  if (dice < 89) return { kind: "clock", forwardMs: random.pick([1, 1_000, JUMP_MS]) };
  return makeSet(random, features);
}

const HOUR_MS = 3_600_000;
/** Jump of the clock beyond any delay, however long the earlier steps took: a history runs the same way every time. */
const JUMP_MS = 2 * HOUR_MS;

function makeClaim(random: Random): Step {
  const limit = random.pick([1, 1, 2, 3, 5, 8, 13]);
  return { kind: "claim", owner: random.pick(["ann", "bob", "cy"]), limit, fate: makeFate(random), serves: undefined };
}

function makeFate(random: Random): Fate {
  return random.pick([
    "received",
    "received",
    "received",
    "received",
    "received",
    "received",
    "reply lost",
    "rolled back",
  ]);
}

function makeSubmit(random: Random, features: Features): Step {
  return { kind: "submit", works: Array.from({ length: 1 + random.below(4) }, () => makeWork(random, features)) };
}

function makeWork(random: Random, features: Features): Work {
  const isJob = features.jobs && random.chance(0.5);
  const type = random.below(2);
  return {
    ...makePlace(random, features),
    type,
    isJob,
    chunks: isJob ? 1 : 1 + random.below(8),
    // The cost belongs to the type of a task: jobs of one type share a lane, and a lane has one cost.
    cost: features.costs ? (isJob ? 1 + 3 * type : random.pick([1, 2, 5])) : 1,
    weight: features.weights && !isJob ? makeWeight(random) : 1,
    maxInFlight: features.caps && !isJob && random.chance(0.3) ? 1 + random.below(3) : null,
    due: makeDue(random, features),
    route: 0,
    limits: [],
  };
}

function makePlace(random: Random, features: Features): Pick<Work, "tenant" | "group" | "priority"> {
  const priority = features.priorities ? random.pick([0, 1, 2, 3] as const) : 2;
  return { tenant: random.below(features.tenants), group: random.below(features.groups), priority };
}

function makeWeight(random: Random): number {
  return random.pick([1, 1, 2, 3, 5]);
}

function makeDue(random: Random, features: Features): Work["due"] {
  return features.delays ? random.pick(["now", "now", "soon", "later"]) : "now";
}

function makeSet(random: Random, features: Features): Step {
  const level = random.pick([0, 1, 1, 2, 2, 3, 3]);
  const place = { ...makePlace(random, features), task: random.below(100) };
  return { kind: "set", level, place, settings: makeSettings(random, features, level) };
}

function makeSettings(random: Random, features: Features, level: number): LaneSettings {
  const settings: LaneSettings[] = [{ isPaused: false }];
  if (features.pauses) settings.push({ isPaused: random.chance(0.6) });
  if (features.weights && level > 0) settings.push({ weight: makeWeight(random) });
  if (features.caps) settings.push({ maxInFlight: random.pick([1, 2, 4, null]) });
  // A rate is either used up until the clock jumps, or full again before the next claim: no history waits.
  if (features.rates)
    settings.push({ rateUs: random.pick([1, HOUR_MS * 1_000, null]), rateBurst: 1 + random.below(4) });
  if (features.rates) settings.push({ rateBurst: 1 + random.below(4) });
  return settings[random.below(settings.length)] ?? {};
}

/** Replaces each claim of n by n claims of 1. */
export function withSingleClaims(history: History): History {
  const steps = history.steps.flatMap((step): Step[] =>
    step.kind === "claim" ? Array.from({ length: step.limit }, () => ({ ...step, limit: 1 })) : [step],
  );
  return { ...history, steps };
}

/**
 * Removes rates and due times, since more claims take more time. Removes cancelled jobs: a larger claim may check a lane
 * ahead of its turn, find it empty and put it to sleep, while single claims have not checked it yet.
 */
export function withoutTimeAndCancels(history: History): History {
  const steps = history.steps.filter((step) => {
    if (step.kind === "cancel") return false;
    return (
      (step.kind !== "set" && step.kind !== "limit") ||
      (step.settings.rateUs === undefined && step.settings.rateBurst === undefined)
    );
  });
  return { ...history, steps: steps.map(atOnce) };
}

function atOnce(step: Step): Step {
  if (step.kind === "retry") return { ...step, due: "now" };
  return step.kind === "submit" ? { ...step, works: step.works.map((work) => ({ ...work, due: "now" })) } : step;
}

/** Maximum number of tries: shrinking may take seconds, not hours. */
const TRIES_MAX = 300;

export async function shrinkHistory(
  history: History,
  fails: (shorter: History) => boolean | Promise<boolean>,
): Promise<History> {
  let best = history;
  let tries = 0;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.steps.length && tries < TRIES_MAX; tries++) {
      const shorter = { ...best, steps: best.steps.toSpliced(from, size) };
      if (await fails(shorter)) best = shorter;
      else from += size;
    }
  }
  for (const simpler of simplifications(best)) {
    const candidate = { ...best, steps: simpler(best.steps) };
    if (tries++ < TRIES_MAX && (await fails(candidate))) best = candidate;
  }
  return best;
}

/** Returns histories that each leave out one piece of submitted work, the last one first, so that earlier places stay the same. */
function simplifications({ steps }: History): ((steps: readonly Step[]) => Step[])[] {
  const places = steps.flatMap((step, at) =>
    step.kind === "submit" ? step.works.map((_, work) => ({ at, work })).reverse() : [],
  );
  return places.map(
    ({ at, work }) =>
      (from) =>
        from.map((step, index) =>
          index === at && step.kind === "submit" ? { ...step, works: step.works.toSpliced(work, 1) } : step,
        ),
  );
}
