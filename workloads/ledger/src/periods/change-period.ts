/** Which changes of a period's status are allowed, given the periods before and after it. */
import { RotaError } from "@rota/engine/errors";
import type { Period, PeriodStatus } from "./period.ts";

/**
 * The period with its new status; the same status again changes nothing.
 *
 * A period is closed for good only when all before it are, and opened again only while all after it are open, so that
 * no closed year stands on figures that still move.
 */
export function changePeriod(period: Period, status: PeriodStatus, all: readonly Period[]): Period {
  if (period.status === status) return period;
  const objection = objectionTo(period, status, all);
  if (objection === undefined) return { ...period, status };
  const message = `period ${period.name} cannot go from ${period.status} to ${status}: ${objection}`;
  throw new RotaError("INVALID_PERIOD_TRANSITION", message, { period: period.name, from: period.status, to: status });
}

function objectionTo(period: Period, status: PeriodStatus, all: readonly Period[]): string | undefined {
  switch (`${period.status} ${status}` as const) {
    case "OPEN SOFT_CLOSED":
    case "SOFT_CLOSED OPEN":
      return undefined;
    case "SOFT_CLOSED HARD_CLOSED": {
      const earlier = all.find(({ end, status: other }) => end < period.start && other !== "HARD_CLOSED");
      return earlier && `${earlier.name} before it is ${earlier.status}; close that one first`;
    }
    case "HARD_CLOSED OPEN": {
      const later = all.find(({ start, status: other }) => start > period.end && other !== "OPEN");
      return later && `${later.name} after it is ${later.status}; open that one first`;
    }
    case "OPEN HARD_CLOSED":
      return "close it softly first";
    case "HARD_CLOSED SOFT_CLOSED":
      return "open it, then close it softly";
    case "OPEN OPEN":
    case "SOFT_CLOSED SOFT_CLOSED":
    case "HARD_CLOSED HARD_CLOSED":
      return undefined;
  }
}
