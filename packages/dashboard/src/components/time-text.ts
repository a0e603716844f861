/** Formats times and durations in the time zone of the viewer. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time: `14:03:22` today, `12 Nov, 14:03` in this year, otherwise with the year. */
export function clockText(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(undefined, { hourCycle: "h23" });
  const isThisYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleString(undefined, {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

/** Formats a time to the millisecond, in the viewer's time zone with its name and as it is stored. */
export function exactText(at: Date): string {
  const local = at.toLocaleString(undefined, {
    dateStyle: "full",
    timeStyle: "long",
  });
  return `${local}\n${at.toISOString()}`;
}

/** Formats the distance to now: `now`, `12 s ago`, `in 3 min`. */
export function relativeText(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  if (Math.abs(ms) < SECOND) return "now";
  return ms > 0 ? `${durationText(ms)} ago` : `in ${durationText(-ms)}`;
}

/** Formats a duration in at most two units: `340 ms`, `12 s`, `3 min 20 s`, `2 h 5 min`, `4 d`. */
export function durationText(ms: number): string {
  if (ms < SECOND) return `${String(Math.round(ms))} ms`;
  if (ms < 10 * SECOND) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < MINUTE) return `${String(Math.floor(ms / SECOND))} s`;
  if (ms < HOUR) return twoUnits(ms, { size: MINUTE, name: "min" }, { size: SECOND, name: "s" });
  if (ms < DAY) return twoUnits(ms, { size: HOUR, name: "h" }, { size: MINUTE, name: "min" });
  return twoUnits(ms, { size: DAY, name: "d" }, { size: HOUR, name: "h" });
}

type Unit = { readonly size: number; readonly name: string };

function twoUnits(ms: number, large: Unit, small: Unit): string {
  const whole = Math.floor(ms / large.size);
  const rest = Math.floor((ms % large.size) / small.size);
  const first = `${String(whole)} ${large.name}`;
  return rest === 0 || whole >= 10 ? first : `${first} ${String(rest)} ${small.name}`;
}
