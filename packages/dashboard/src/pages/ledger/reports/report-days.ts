/** The days of a report: as the address names them, else this year until today. Pure. */

const DAY = /^\d{4}-\d\d-\d\d$/;

export type Days = { readonly from: string; readonly to: string };

export function rangeOf(values: Readonly<Record<string, string>>, now: Date): Days {
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const to = dayOf(values["to"]) ?? today.join("-");
  return { from: dayOf(values["from"]) ?? `${to.slice(0, 4)}-01-01`, to };
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) ? text : undefined;
}
