/** Checks the dates and times of hashed objects, which are text, against the calendar. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d{6}))?Z$/;

/** Returns true for a day of the calendar, such as 2028-02-29. */
export function isCalendarDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = DATE.exec(text) ?? [];
  if (year === "" || year === "0000") return false;
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) && day !== "00";
}

/** Returns true for a time of issue, such as `2026-01-02T03:04:05Z`. */
export function isSecondTime(text: string): boolean {
  const [, date = "", , fraction] = TIME.exec(text) ?? [];
  return isCalendarDate(date) && fraction === undefined;
}

/** Returns true for the time of an event, such as `2026-01-02T03:04:05.000001Z`. */
export function isMicrosecondTime(text: string): boolean {
  const [, date = "", , fraction] = TIME.exec(text) ?? [];
  return isCalendarDate(date) && fraction !== undefined;
}
