/** Posts a stream of sales to a ledger, each exactly once however often it is sent, and verifies the chain of the journal. */
import type { DemoContext, DemoRequest, DemoVerdict, WorkloadDemo } from "@rota/engine/workload";
import { Type } from "typebox";
import { Parse } from "typebox/value";

const TENANT = "cedar";
const AT_ONCE = 4;
const EVERY_MS = 30;
const AFTER_EVERY_MS = 3_000;

export const ledgerDemo: WorkloadDemo = {
  tenants: [TENANT],
  steps: [
    {
      name: "ledger",
      async play(context) {
        const day = today();
        await openBooks(context);
        await openPeriod(context, day);
        await stream(context, day);
        await context.until(async () => ((await countPosted(context)) >= context.size ? true : undefined));
        return verify(context);
      },
      after: {
        everyMs: AFTER_EVERY_MS,
        async go(context) {
          const [day, posted] = [today(), await countPosted(context)];
          await openPeriod(context, day);
          await sell(context, posted + 1, day);
        },
      },
    },
  ],
};

function ask(context: DemoContext, request: Omit<DemoRequest, "tenant">): Promise<unknown> {
  return context.request({ tenant: TENANT, ...request });
}

/** Sends the sales. Those in flight when a process was killed may be posted or not, so they are sent again. */
async function stream(context: DemoContext, day: string): Promise<void> {
  const { size: total } = context;
  let done = Math.max(0, (await countPosted(context)) - AT_ONCE);
  const numbers = Array.from({ length: Math.max(0, total - done) }, (_, index) => done + index + 1);
  const show = () =>
    context.show({ name: "ledger", step: "posting", done: Math.min(done, total), total, unit: "events" });
  show();
  await context.inParallel(numbers, AT_ONCE, async (number) => {
    await sell(context, number, day);
    done++;
    show();
    await context.pause(EVERY_MS * AT_ONCE);
  });
}

const CONFLICT = 409;

/**
 * Sends one sale. A sale that was first sent on an earlier day is refused, because the posted one differs in its date.
 */
async function sell(context: DemoContext, number: number, day: string): Promise<void> {
  const amountCents = String(100 + ((number * 37) % 9_900));
  const body = {
    eventId: `scene-${String(number)}`, // the name of version 0.1.0, whose data folders resume
    eventType: "shop.sale",
    occurredAt: `${day}T00:00:00Z`,
    postedDate: day,
    transactionCurrency: CURRENCY,
    createdBy: "shop",
    lines: [
      { accountCode: CASH, amountCents, isCredit: false },
      { accountCode: SALES, amountCents, isCredit: true },
    ],
  };
  await ask(context, { path: "/v1/events", body, ignore: [CONFLICT] });
}

const Head = Type.Object({ chainSeq: Type.Integer() });

async function countPosted(context: DemoContext): Promise<number> {
  return Parse(Head, await ask(context, { path: "/v1/admin/chain/head" })).chainSeq;
}

const Verification = Type.Object({
  entries: Type.Integer(),
  differences: Type.Array(Type.Unknown()),
  equationDeltaCents: Type.String(),
});

async function verify(context: DemoContext): Promise<DemoVerdict> {
  const verification = await ask(context, { path: "/v1/admin/chain/verify" });
  const { entries, differences, equationDeltaCents } = Parse(Verification, verification);
  const isRight = differences.length === 0 && equationDeltaCents === "0";
  const counted = `${entries.toLocaleString("en")} ${entries === 1 ? "entry" : "entries"}`;
  const right = `chain verified: ${counted}, every hash, number and balance as it should be`;
  return { isRight, text: isRight ? right : "chain NOT valid: rota ledger verify says why" };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const CURRENCY = "EUR";
const CASH = "cash";
const SALES = "sales";

const ACCOUNTS = [
  { code: CASH, name: "Cash", accountType: "ASSET", currencyCode: CURRENCY },
  { code: SALES, name: "Sales", accountType: "REVENUE", currencyCode: CURRENCY },
] as const;

async function openBooks(context: DemoContext): Promise<void> {
  const ignore = [CONFLICT];
  const entity = { name: "Cedar & Co", baseCurrency: CURRENCY };
  await ask(context, { path: "/v1/business-entity", body: entity, ignore });
  for (const body of ACCOUNTS) await ask(context, { path: "/v1/accounts", body, ignore });
}

const Periods = Type.Object({
  items: Type.Array(Type.Object({ startDate: Type.String(), endDate: Type.String() })),
});

/** Opens the period of this day. */
async function openPeriod(context: DemoContext, day: string): Promise<void> {
  const path = "/v1/accounting-periods";
  const { items } = Parse(Periods, await ask(context, { path }));
  if (items.some(({ startDate, endDate }) => startDate <= day && day <= endDate)) return;
  const year = day.slice(0, 4);
  await ask(context, { path, body: { name: year, startDate: `${year}-01-01`, endDate: `${year}-12-31` } });
}
