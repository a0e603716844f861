/** Formats amounts, reads the days of a report and parses events. */
import { parsePayload, RotaProblem } from "@rota/dashboard";
import type { Entry } from "./ledger-api.ts";

type Moved = Pick<Entry, "baseCurrency"> & {
  readonly lines: readonly Pick<Entry["lines"][number], "isCredit" | "baseAmountCents" | "formattedBaseAmount">[];
};

/** Returns the sum of the debits, with as many decimals as the server wrote. */
export function debitText({ lines, baseCurrency }: Moved): string {
  const debits = lines.filter(({ isCredit }) => !isCredit);
  const sum = debits.reduce((total, { baseAmountCents }) => total + BigInt(baseAmountCents), 0n);
  const decimals = debits[0]?.formattedBaseAmount.split(".")[1]?.length ?? 0;
  const digits = String(sum).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`} ${baseCurrency}`;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

type Days = { readonly from: string; readonly to: string };

export function rangeOf(values: Readonly<Record<string, string>>, now: Date): Days {
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const to = dayOf(values["to"]) ?? today.join("-");
  return { from: dayOf(values["from"]) ?? `${to.slice(0, 4)}-01-01`, to };
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) ? text : undefined;
}

export function parseEvent(text: string): Record<string, unknown> {
  const event = parsePayload(text);
  if (isRecord(event)) return event;
  throw new RotaProblem({
    type: "about:blank",
    title: "This is no event",
    status: 400,
    detail: "An event is a JSON object, in braces.",
    code: "EVENT_INVALID",
    instance: "none: it was not sent",
    problems: [],
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
