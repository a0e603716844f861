/** Defines fields that many operations share. Amounts are whole minor units as text, with a formatted text for people. */
import { Line, pageFields, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { ACCOUNT_TYPES } from "../core/account.ts";
import { formatAmount } from "../core/money.ts";

export const Day = Type.String({
  format: "date",
  pattern: "^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  examples: ["2026-03-31"],
});
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
export const Uuid = Type.String({ pattern: `^${UUID}$`, examples: ["0197a1b2-0000-7000-8000-000000000001"] });
/** Position in a list that is ordered by day or time and by id. */
export const DatedPlace = Type.String({
  pattern: `^[0-9TZ:.-]{10,24}[.]${UUID}$`,
  description: "The `next` of the page before.",
});
export const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217.", examples: ["EUR"] });
export const AccountCode = Line(50, { examples: ["cash"] });
export const AccountTypeField = Word(ACCOUNT_TYPES);
export const EventId = Line(200, { description: "Unique within the tenant: the same id is never posted twice." });
export const Reason = Line(500, { description: "Kept with what is done." });
const Tenant = Line(200, { description: "Whose books, for who may see all.", examples: ["acme"] });
/** Tenant field of queries and bodies. */
export const ForTenant = { tenant: Type.Optional(Tenant) };
/** Optional, since the author comes from credentials. Clients of the replaced system send it. */
export const CreatedBy = Type.Optional(Line(100, { description: "May be left out: it is who asks." }));
export const Rate = Type.String({ pattern: "^[0-9]{1,10}([.][0-9]{1,8})?$", examples: ["1.0795"] });

/** Text, or a number if JSON represents it exactly. The checks of an amount decide whether it may be 0 or negative. */
export const GivenCents = Type.Union(
  [
    Type.String({ pattern: "^-?[0-9]{1,19}$", examples: ["1299"] }),
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  ],
  { description: "Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY." },
);
export const Cents = Type.String({ pattern: "^-?[0-9]+$", description: "Whole minor units.", examples: ["1299"] });
export const Formatted = Type.String({ description: "For people.", examples: ["12.99"] });
export const DimensionsField = Type.Record(Type.String(), Type.String({ maxLength: 255 }), {
  description: "Marks of a line, such as its cost centre.",
});

/** Returns an amount as the API does: for programs and for people. */
export function money(minor: bigint, currency: string): { readonly cents: string; readonly formatted: string } {
  return { cents: String(minor), formatted: formatAmount(minor, currency) };
}

export const Money = Type.Object({ cents: Cents, formatted: Formatted });

export const LIMIT = 100;
export const PageQuery = pageFields({ limit: LIMIT, limitMax: 1_000 });
