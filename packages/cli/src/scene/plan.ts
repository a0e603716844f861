/** How large the scene is and who plays in it; everything else follows from the number of ballots. Pure. */

/** One workload each, and one tenant that asks for far more than the others. */
export const TENANTS = { election: "aurora", passports: "birch", ledger: "cedar", neighbour: "dune" } as const;

export const BALLOTS = 2_000;
export const BALLOTS_MAX = 100_000;

export type ScenePlan = {
  readonly ballots: number;
  /** What a chunk of the tally counts. */
  readonly ballotsPerChunk: number;
  readonly passports: number;
  readonly events: number;
  /** Passports that the neighbour asks for at once. */
  readonly flood: number;
};

const CHUNKS = 40;

export function planScene(ballots: number): ScenePlan {
  return {
    ballots,
    ballotsPerChunk: Math.ceil(ballots / CHUNKS),
    passports: Math.ceil(ballots / 50),
    events: ballots,
    flood: Math.ceil(ballots / 10),
  };
}
