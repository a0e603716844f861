/** Decodes the characters of a chunk grid. */

export type GridAnswer = { readonly from: number; readonly states: string; readonly attempts: string };

type GridCell = {
  readonly number: number;
  readonly state: string;
  /** Number of attempts as text; a grid counts up to nine. */
  readonly attempts: string;
};

const STATES: Readonly<Record<string, string>> = {
  s: "SCHEDULED",
  p: "PENDING",
  q: "QUEUED",
  r: "PROCESSING",
  c: "COMPLETED",
  f: "FAILED",
  d: "DEAD_LETTER",
  x: "CANCELLED",
};

export function cellsOf({ from, states, attempts }: GridAnswer): GridCell[] {
  return [...states].map((character, index) => {
    const digit = attempts[index] ?? "0";
    return {
      number: from + index,
      state: STATES[character] ?? "CANCELLED",
      attempts: digit === "9" ? "9 or more" : digit,
    };
  });
}

/** Returns the number of the first chunk of the grid that waits for its turn. */
export function firstWaiting(grid: GridAnswer): number | undefined {
  return cellsOf(grid).find(({ state }) => state === "PENDING" || state === "SCHEDULED")?.number;
}
