/** Parses cron expressions and computes when they fall due; the only file that knows the cron library. Pure. */
import { Cron } from "croner";
import { RotaError } from "../errors.ts";
import { CRON_LENGTH_MAX } from "./schedule.ts";

export type CronTimes = {
  /** Returns the first time after the given one. Throws SCHEDULE_INVALID when there is none. */
  next(after: Date): Date;
  /** About when the given number of times before `until` begin; exact but for faults of the library, so a hint only. */
  roughlyBefore(until: Date, count: number): Date | undefined;
};

export type CronExpression = { readonly cron: string; readonly timeZone: string };

/**
 * Parses an expression. A time that a clock change skips or repeats is treated according to the expression:
 *
 * - one time of day ("30 2 * * *") runs once on each day: at the end of the gap, or at the first of the two;
 * - several times of day ("*\/30 2 * * *") run whenever the clock shows them: not in a gap, twice in an overlap.
 */
export function readCron(expression: CronExpression): CronTimes {
  checkTimeZone(expression.timeZone);
  const cron = parse(expression);
  return {
    next(after) {
      const found = nextTime(cron, after);
      if (found === undefined) throw refusal(expression, "never falls due: no such date comes");
      return found;
    },
    roughlyBefore: (until, count) => cron.previousRuns(count, until).at(-1),
  };
}

/** Checks a time zone. Offsets such as +02:00 are refused: only some versions of Node know them. */
function checkTimeZone(timeZone: string): void {
  if (/^[A-Za-z]/.test(timeZone) && isKnownZone(timeZone)) return;
  throw new RotaError(
    "SCHEDULE_INVALID",
    `timeZone "${timeZone}" is not known here: use an IANA name such as "Europe/Berlin", or "UTC"`,
    { field: "timeZone", timeZone },
  );
}

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function parse(expression: CronExpression): Cron {
  const { cron: text, timeZone } = expression;
  if (text.length > CRON_LENGTH_MAX)
    throw refusal(expression, `has ${String(text.length)} characters, at most ${String(CRON_LENGTH_MAX)} are read`);
  try {
    const cron = new Cron(text, { timezone: timeZone, mode: "5-or-6-parts" });
    if (cron.getOnce() === null) return cron;
  } catch (cause) {
    throw refusal(expression, objectionTo(text), cause);
  }
  throw refusal(expression, `is a date: submit a task with dueAt instead, or ${USE_FIELDS}`);
}

const USE_FIELDS = `give five fields (minute, hour, day of month, month, weekday) or six (second first)`;

const FIELDS = [
  ["second", "0 to 59"],
  ["minute", "0 to 59"],
  ["hour", "0 to 23"],
  ["day of month", "1 to 31, or L for the last"],
  ["month", "1 to 12 or JAN to DEC"],
  ["weekday", "0 to 7 or SUN to SAT, 0 and 7 are Sunday"],
] as const;

/** Finds the invalid field by parsing each field alone: the library's message counts months and days from 0. */
function objectionTo(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith("@")) return `is not a nickname: ${NICKNAMES.join(", ")} are, or ${USE_FIELDS}`;
  const parts = trimmed.split(/\s+/).filter((part) => part !== "");
  if (parts.length !== 5 && parts.length !== 6) return `has ${String(parts.length)} fields: ${USE_FIELDS}`;
  const fields = FIELDS.slice(FIELDS.length - parts.length);
  for (const [index, [name, allowed]] of fields.entries()) {
    const part = parts[index] ?? "";
    if (isReadable(parts.map((_, other) => (other === index ? part : "*")).join(" "))) continue;
    return `has "${part}" as its ${name}: ${allowed}, as a value, a list 1,2, a range 1-5 or a step */10`;
  }
  return `cannot be read: ${USE_FIELDS}`;
}

const NICKNAMES = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"] as const;

function isReadable(text: string): boolean {
  try {
    return new Cron(text, { timezone: "UTC", mode: "5-or-6-parts" }).getOnce() === null;
  } catch {
    return false;
  }
}

/**
 * Returns the next time. The library, when it reaches a 30th or 31st of February, skips the first days of March. So each
 * February that it passed is searched again from its end; the earliest time that is found is the next.
 */
function nextTime(cron: Cron, after: Date): Date | undefined {
  let found = cron.nextRun(after) ?? undefined;
  if (found === undefined) return undefined;
  for (let year = after.getUTCFullYear(); startOfMarch(year) - DAY_MS <= found.getTime(); year++) {
    if (startOfMarch(year) + DAY_MS < after.getTime()) continue;
    const inMarch = cron.nextRun(endOfFebruary(year));
    if (inMarch !== null && inMarch > after && inMarch < found) found = inMarch;
  }
  return found;
}

const DAY_MS = 86_400_000;

/** Returns the ends of February in UTC: any zone is within a day of it, and an additional search changes nothing. */
function startOfMarch(year: number): number {
  return Date.UTC(year, 2, 1);
}

/** Formats a time without an offset, so that it is read as local time of the zone. */
function endOfFebruary(year: number): string {
  const day = new Date(startOfMarch(year) - DAY_MS).getUTCDate();
  return `${String(year).padStart(4, "0")}-02-${String(day)}T23:59:59`;
}

function refusal({ cron, timeZone }: CronExpression, objection: string, cause?: unknown): RotaError {
  const shown = cron.length > CRON_LENGTH_MAX ? `${cron.slice(0, 40)}…` : cron;
  const details = { field: "cron", cron: shown, timeZone };
  return new RotaError("SCHEDULE_INVALID", `cron "${shown}" ${objection}`, details, { cause });
}
