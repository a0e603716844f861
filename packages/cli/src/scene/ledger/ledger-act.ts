/** A stream of sales into a ledger, each posted once however often it is sent, and the chain of the journal verified. */
import { answerOf, type RotaClient } from "@rota/client";
import { nouns } from "../../output/one-line.ts";
import { TENANTS } from "../plan.ts";
import { inParallel, pause, unlessDone, until, type Act, type Stage, type Verdict } from "../stage.ts";
import { CASH, CURRENCY, openBooks, openPeriod, SALES } from "./open-books.ts";

const AT_ONCE = 4;
const EVERY_MS = 30;
const AFTER_EVERY_MS = 3_000;

export const ledgerAct: Act = {
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

/** Of those that were under way when a process was killed some may be posted and some not: all of them are sent again. */
async function stream(stage: Stage, client: RotaClient, day: string): Promise<void> {
  const { events: total } = stage.plan;
  let done = Math.max(0, (await countPosted(client)) - AT_ONCE);
  const numbers = Array.from({ length: Math.max(0, total - done) }, (_, index) => done + index + 1);
  const show = () => stage.show({ act: "ledger", step: "posting", done: Math.min(done, total), total, unit: "events" });
  show();
  await inParallel(numbers, AT_ONCE, async (number) => {
    await sell(client, number, day);
    done++;
    show();
    await pause(stage, EVERY_MS * AT_ONCE);
  });
}

/** A sale that was sent on an earlier day is refused, because it is posted as it was sent then. */
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
