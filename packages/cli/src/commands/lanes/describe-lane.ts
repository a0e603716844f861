/** Words for what a lane or a queue may have. */
import type { LaneView, QueueView } from "@rota/engine";
import { count } from "../../output/one-line.ts";

const SIGNS = { exact: "", atLeast: "+", atMost: " at most", about: " about" } as const;

/** `12`, `1,000+`. */
export function describeCount({ count: value, precision }: QueueView["waiting"]): string {
  return `${count(value)}${SIGNS[precision]}`;
}

export function describeLimits({
  isPaused,
  maxInFlight,
  rate,
}: Pick<LaneView, "isPaused" | "maxInFlight" | "rate">): string {
  return [
    ...(isPaused ? ["paused"] : []),
    ...(maxInFlight === undefined ? [] : [`at most ${count(maxInFlight)} at once`]),
    ...(rate === undefined ? [] : [`${String(Math.round((rate.turns * 10_000) / rate.perMs) / 10)} turns/s`]),
  ].join(", ");
}

/** `33 %`. */
export function describeShare(share: number | undefined): string {
  return share === undefined ? "" : `${String(Math.round(share * 100))} %`;
}
