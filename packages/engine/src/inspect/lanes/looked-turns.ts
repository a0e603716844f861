/** How many of the newest turns are looked at when shares are told. Pure. */
import { refusal } from "../page.ts";

export const DEFAULT_TURNS = 1_000;
export const TURNS_LOOKED_MAX = 10_000;
/** In as many entries of the log: some hold no turn. */
export const TURN_ENTRIES_MAX = 2_000;

export function checkTurns(turns: number): void {
  if (Number.isInteger(turns) && turns >= 1 && turns <= TURNS_LOOKED_MAX) return;
  const message = `turns (${String(turns)}) must be a whole number from 1 to ${String(TURNS_LOOKED_MAX)}`;
  throw refusal(message, { field: "turns" });
}
