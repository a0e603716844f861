/**
 * Financial events of several tenants, sent over HTTP all the time, each of which must become one entry; the books are
 * verified at the end.
 */
import { verifyLedger } from "@rota/ledger/node";
import type { Send } from "../../stage/send.ts";
import type { Stage } from "../../stage/stage.ts";
import { until } from "../../stage/until.ts";
import type { Piece, Subject } from "../../subject.ts";
import { piecesOf, startStream, type Stream } from "../stream.ts";
import { countEntries, selectEntries } from "./ledger.sql.ts";

const TENANTS = ["acme", "bolt", "cobalt"] as const;
const EVERY_MS = 25;
const FINISH_MS_MAX = 120_000;
const DAY = "2026-03-15";

export const ledgerSubject: Subject = {
  name: "ledger",
  sentence:
    "financial events of three tenants, 40 a second over HTTP; a piece is an entry in the books, or a tenant's books that verify",
  async begin(stage) {
    for (const tenant of TENANTS) await openBooks(stage.send, tenant);
    const stream = startStream({ everyMs: EVERY_MS, send: (nth) => sendEvent(stage.send, nth) });
    await until("the first entry", async () => (await countPosted(stage)) > 0, FINISH_MS_MAX);
    return {
      async finish() {
        await stream.stop();
        const isOver = async () => (await countPosted(stage)) >= stream.accepted.size;
        // The time limit ends the wait; lost entries are found by counting.
        await until("all entries", isOver, FINISH_MS_MAX).catch(() => undefined);
      },
      pieces: () => findPieces(stage, stream),
    };
  },
};

async function findPieces({ database }: Stage, stream: Stream): Promise<Piece[]> {
  const entries = await database.query(selectEntries());
  const posted = piecesOf(
    stream,
    entries.map(({ name, created_at: createdAt }) => ({ name, atMs: createdAt.getTime() })),
  );
  const books = await Promise.all(
    TENANTS.map(async (tenant) => {
      const { differences, equationDelta } = await verifyLedger(database, { tenant });
      const [acceptedMs, isRight] = [Date.now(), differences.length === 0 && equationDelta === 0n];
      const reason = `${String(differences.length)} differences, off by ${String(equationDelta)}`;
      const name = `the books of ${tenant}`;
      return { name, acceptedMs, doneMs: isRight ? [acceptedMs] : [], ...(isRight ? {} : { reason }) };
    }),
  );
  return [...posted, ...books];
}

export async function openBooks(send: Send, tenant: string): Promise<void> {
  const headers = { "x-tenant-id": tenant };
  await send({ path: "/v1/business-entity", headers, body: { name: tenant, baseCurrency: "USD" } });
  for (const [code, accountType] of [
    ["cash", "ASSET"],
    ["sales", "REVENUE"],
  ])
    await send({ path: "/v1/accounts", headers, body: { code, name: code, accountType, currencyCode: "USD" } });
  const period = { name: "2026", startDate: "2026-01-01", endDate: "2026-12-31" };
  await send({ path: "/v1/accounting-periods", headers, body: period });
}

async function sendEvent(send: Send, nth: number): Promise<string> {
  const tenant = TENANTS[nth % TENANTS.length] ?? TENANTS[0];
  const body = saleEvent(nth);
  await send({ path: "/v1/events", headers: { "x-tenant-id": tenant }, body });
  return `${tenant}/${body.eventId}`;
}

/** Returns a financial event that can be posted in the books. */
export function saleEvent(nth: number) {
  const amountCents = String(100 + (nth % 900));
  return {
    eventId: `sale-${String(nth)}`,
    eventType: "shop.sale",
    occurredAt: `${DAY}T12:00:00Z`,
    postedDate: DAY,
    transactionCurrency: "USD",
    createdBy: "chaos",
    lines: [
      { accountCode: "cash", amountCents, isCredit: false },
      { accountCode: "sales", amountCents, isCredit: true },
    ],
  };
}

async function countPosted({ database }: Stage): Promise<number> {
  return Number((await database.query(countEntries()))[0]?.count ?? 0n);
}
