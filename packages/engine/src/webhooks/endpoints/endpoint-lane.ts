/** Sets the lane of an endpoint, so that no more is sent to it than it was made for. */
import type { Queryable } from "../../database/database.ts";
import { setLane } from "../../tasks/lanes/set-lane.ts";
import type { EndpointName } from "./endpoint.ts";

export const WEBHOOK_QUEUE = "webhooks";

export type LaneLimits = { readonly maxInFlight: number; readonly ratePerSecond: number };

/** As its settings say; what was not sent for a second may be sent at once. */
export function setUsualLane(on: Queryable, endpoint: EndpointName & LaneLimits): Promise<void> {
  const { maxInFlight, ratePerSecond } = endpoint;
  return setLane(on, laneOf(endpoint), {
    maxInFlight,
    rate: { turns: ratePerSecond, perMs: 1_000, burst: ratePerSecond },
  });
}

/** One delivery at a time, once in so long: the oldest one tries whether the endpoint answers again. */
export function setHeldLane(on: Queryable, endpoint: EndpointName & { readonly heldMs: number }): Promise<void> {
  const perMs = Math.max(1, endpoint.heldMs);
  return setLane(on, laneOf(endpoint), { maxInFlight: 1, rate: { turns: 1, perMs } });
}

/** Without limits: nothing is sent, what waits is only marked as failed. */
export function setOpenLane(on: Queryable, endpoint: EndpointName): Promise<void> {
  return setLane(on, laneOf(endpoint), { maxInFlight: null, rate: null });
}

function laneOf({ tenant, endpointId }: EndpointName) {
  return { queue: WEBHOOK_QUEUE, tenant, group: endpointId };
}
