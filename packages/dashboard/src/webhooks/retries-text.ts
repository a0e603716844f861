/** Describes the waits between the attempts of a delivery. */
import { durationText } from "../components/time-text.ts";

export function retriesText(schedule: string | readonly number[]): string {
  if (typeof schedule === "string") return `by the schedule ${schedule}`;
  return runsOf(schedule)
    .map(({ ms, count }) =>
      count === 1 ? durationText(ms) : `${durationText(ms)} after each of ${String(count)} tries`,
    )
    .join(", ");
}

type Run = { readonly ms: number; readonly count: number };

function runsOf(waits: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const ms of waits) {
    const last = runs.at(-1);
    if (last?.ms === ms) runs.splice(-1, 1, { ms, count: last.count + 1 });
    else runs.push({ ms, count: 1 });
  }
  return runs;
}
