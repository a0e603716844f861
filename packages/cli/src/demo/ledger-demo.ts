/** Posts a stream of sales to a ledger, each exactly once however often it is sent, and verifies the chain of the journal. */
import { answerOf, type RotaClient } from "@rota/client";
import { nouns } from "../output/answer.ts";
import { type DemoContext, type DemoStep, inParallel, pause, unlessDone, until, type Verdict } from "./demo-context.ts";
import { TENANTS } from "./demo-plan.ts";

const AT_ONCE = 4;
const EVERY_MS = 30;
const AFTER_EVERY_MS = 3_000;

export const ledgerDemo: DemoStep = {
  name: "ledger",
  async play(stage) {
    const client = stage.clientOf(TENANTS.ledger);
    const day = today();
    await openBooks(client);
    await openPeriod(client, day);
    await stream(stage, client, day);
    await until(stage, async () => ((await countPosted(client)) >= stage.plan.events ? true : undefined));
    return verify(client);
  },
  after: {
    everyMs: AFTER_EVERY_MS,
    async go({ clientOf }) {
      const client = clientOf(TENANTS.ledger);
      const [day, posted] = [today(), await countPosted(client)];
      await openPeriod(client, day);
      await sell(client, posted + 1, day);
    },
  },
};

/** Sends the sales. Those in flight when a process was killed may be posted or not, so they are sent again. */
async function stream(stage: DemoContext, client: RotaClient, day: string): Promise<void> {
  const { events: total } = stage.plan;
  let done = Math.max(0, (await countPosted(client)) - AT_ONCE);
  const numbers = Array.from({ length: Math.max(0, total - done) }, (_, index) => done + index + 1);
  const show = () =>
    stage.show({ name: "ledger", step: "posting", done: Math.min(done, total), total, unit: "events" });
  show();
  await inParallel(numbers, AT_ONCE, async (number) => {
    await sell(client, number, day);
    done++;
    show();
    await pause(stage, EVERY_MS * AT_ONCE);
  });
}

/**
 * Sends one sale. A sale that was first sent on an earlier day is refused, because the posted one differs in its date.
 */
async function sell(client: RotaClient, number: number, day: string): Promise<void> {
  const amountCents = String(100 + ((number * 37) % 9_900));
  const body = {
    eventId: `scene-${String(number)}`,
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
  await unlessDone(client.POST("/v1/events", { body }));
}

async function countPosted(client: RotaClient): Promise<number> {
  return (await answerOf(client.GET("/v1/admin/chain/head"))).chainSeq;
}

async function verify(client: RotaClient): Promise<Verdict> {
  const { entries, differences, equationDeltaCents } = await answerOf(client.GET("/v1/admin/chain/verify"));
  const isRight = differences.length === 0 && equationDeltaCents === "0";
  const right = `chain verified: ${nouns(entries, "entry", "entries")}, every hash, number and balance as it should be`;
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

async function openBooks(client: RotaClient): Promise<void> {
  await unlessDone(client.POST("/v1/business-entity", { body: { name: "Cedar & Co", baseCurrency: CURRENCY } }));
  for (const body of ACCOUNTS) await unlessDone(client.POST("/v1/accounts", { body }));
}

/** Opens the period of this day. */
async function openPeriod(client: RotaClient, day: string): Promise<void> {
  const { items } = await answerOf(client.GET("/v1/accounting-periods"));
  if (items.some(({ startDate, endDate }) => startDate <= day && day <= endDate)) return;
  const year = day.slice(0, 4);
  const period = { name: year, startDate: `${year}-01-01`, endDate: `${year}-12-31` };
  await client.POST("/v1/accounting-periods", { body: period });
}
