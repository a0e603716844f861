/** Decides the size and the tenants of the demo from the number of ballots. Pure. */

/** Tenants of the demo: one for each workload, and one that requests far more than the others. */
export const TENANTS = { election: "aurora", passports: "birch", ledger: "cedar", neighbour: "dune" } as const;

export const BALLOTS = 2_000;
export const BALLOTS_MAX = 100_000;

export type DemoPlan = {
  readonly ballots: number;
  /** Ballots per chunk of the tally. */
  readonly ballotsPerChunk: number;
  readonly passports: number;
  readonly events: number;
  /** Number of passports that the neighbour requests at once. */
  readonly flood: number;
};

const CHUNKS = 40;

export function planDemo(ballots: number): DemoPlan {
  return {
    ballots,
    ballotsPerChunk: Math.ceil(ballots / CHUNKS),
    passports: Math.ceil(ballots / 50),
    events: ballots,
    flood: Math.ceil(ballots / 10),
  };
}
