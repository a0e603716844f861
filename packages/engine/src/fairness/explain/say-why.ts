/** Says in one sentence where a chunk stands. Pure. */
import type { Standing } from "./explain-chunk.ts";
import type { TurnsAhead } from "./foresee.ts";
import type { Obstacle } from "./obstacles.ts";

export function sayWhy(standing: Standing, now: Date): string {
  switch (standing.kind) {
    case "WAITING":
      return [sayAhead(standing), ...standing.obstacles.map((obstacle) => sayObstacle(obstacle, now))].join("; ");
    case "DELAYED":
      return `due in ${sayTime(now, standing.dueAt)}${standing.attempt > 0 ? `, after attempt ${String(standing.attempt)}` : ""}`;
    case "QUEUED":
      return `handed to the broker${sayTurn(standing.turn)}`;
    case "RUNNING":
      return sayRunning(standing, now);
    case "FINISHED":
      return `${standing.state}${standing.at === undefined ? "" : ` at ${standing.at.toISOString()}`}${sayTurn(standing.turn)}, attempt ${String(standing.attempt)}`;
    case "CANCELLED":
      return "cancelled: it will not run";
  }
}

function sayAhead({ ahead, isBeyond }: { ahead: TurnsAhead; isBeyond: boolean }): string {
  if (isBeyond) return `more than ${String(ahead.chunks)} chunks go first`;
  if (ahead.chunks === 0) return "its turn is next";
  const parts = [
    sayOthers(ahead.otherTenants, "tenant"),
    sayOthers(ahead.otherGroups, "group"),
    sayOthers(ahead.otherTasks, "task"),
    ahead.ownTask === 0 ? undefined : `${count(ahead.ownTask, "earlier chunk")} of its own task`,
  ].filter((part) => part !== undefined);
  return `${parts.join(" and ")} ${ahead.chunks === 1 ? "goes" : "go"} first`;
}

function sayOthers({ chunks, lanes }: { chunks: number; lanes: number }, level: string): string | undefined {
  return chunks === 0 ? undefined : `${count(chunks, "chunk")} of ${count(lanes, `other ${level}`)}`;
}

function sayObstacle(obstacle: Obstacle, now: Date): string {
  const lane = `${obstacle.level} ${obstacle.name}`;
  switch (obstacle.kind) {
    case "PAUSED":
      return `${lane} is paused`;
    case "CAPPED":
      return `capped by maxInFlight=${String(obstacle.maxInFlight)} of ${lane}`;
    case "RATE_LIMITED":
      return `${lane} is at its rate limit for ${sayTime(now, obstacle.until)}`;
  }
}

function sayRunning(standing: Extract<Standing, { kind: "RUNNING" }>, now: Date): string {
  const { owner, leaseUntil, turn, attempt } = standing;
  const lease =
    leaseUntil > now
      ? `its lease ends in ${sayTime(now, leaseUntil)}`
      : `its lease ended ${sayTime(leaseUntil, now)} ago`;
  return `leased by ${owner}${sayTurn(turn)}, attempt ${String(attempt)}; ${lease}`;
}

function sayTurn(turn: bigint | undefined): string {
  return turn === undefined ? "" : `, turn ${String(turn)}`;
}

/** Rounded up, so that nothing is due in 0 s. */
function sayTime(from: Date, to: Date): string {
  const seconds = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1_000));
  if (seconds < 120) return `${String(seconds)} s`;
  return seconds < 7_200 ? `${String(Math.round(seconds / 60))} min` : `${String(Math.round(seconds / 3_600))} h`;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
