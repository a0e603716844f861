/** Whether the books are in order: the equation, the chain and its head. */
import { Type } from "typebox";
import { ACCOUNT_TYPES, type AccountType } from "../../accounts/account.ts";
import { signedBaseBalance } from "../../accounts/totals.ts";
import { readTotals } from "../../reports/stored/read-totals.ts";
import { describeLedgerDifference } from "../../verify/ledger-difference.ts";
import { verifyLedger } from "../../verify/verify-ledger.ts";
import { askedBooks, BOOKS_ADMIN, READER } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import { Cents, ForTenant, Given, Money, money, Nullable, Whole } from "../fields.ts";

const LAST_DAY = "9999-12-31";

const check = defineRoute({
  name: "ledger.integrity.check",
  method: "GET",
  path: "/v1/admin/integrity-check",
  summary: "The five totals of the books, which add up to zero",
  description:
    "Debits minus credits in the base currency. /v1/admin/chain/verify computes everything again from the journal.",
  role: BOOKS_ADMIN,
  query: Given(ForTenant),
  answers: {
    200: Type.Object({
      baseCurrency: Type.String(),
      totals: Type.Object({ ASSET: Money, LIABILITY: Money, EQUITY: Money, REVENUE: Money, EXPENSE: Money }),
      equationDelta: Money,
      balanced: Type.Boolean(),
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    return readTotals(request.engine.database, tenant, async (totals) => {
      const balances = await totals.until(LAST_DAY);
      const { chart, baseCurrency } = totals.books;
      const sums = new Map<AccountType, bigint>(ACCOUNT_TYPES.map((type) => [type, 0n]));
      for (const [code, each] of balances) {
        const { type } = chart.require(code);
        sums.set(type, (sums.get(type) ?? 0n) + signedBaseBalance(each));
      }
      const of = (type: AccountType) => money(sums.get(type) ?? 0n, baseCurrency);
      const delta = [...sums.values()].reduce((sum, each) => sum + each, 0n);
      const byType = {
        ...{ ASSET: of("ASSET"), LIABILITY: of("LIABILITY"), EQUITY: of("EQUITY") },
        ...{ REVENUE: of("REVENUE"), EXPENSE: of("EXPENSE") },
      };
      const body = { baseCurrency, totals: byType, equationDelta: money(delta, baseCurrency), balanced: delta === 0n };
      return { status: 200, body } as const;
    });
  },
});

const head = defineRoute({
  name: "ledger.chain.head",
  method: "GET",
  path: "/v1/admin/chain/head",
  summary: "Where the chain of the journal stands",
  description: "Kept elsewhere, it shows later that nothing before it was cut off or written anew.",
  role: READER,
  query: Given(ForTenant),
  answers: {
    200: Type.Object({
      tenantId: Type.String(),
      ledger: Type.String(),
      chainSeq: Whole,
      hash: Nullable(Type.String()),
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    return readTotals(request.engine.database, tenant, async ({ books: { ledger }, source }) => {
      const body = { tenantId: tenant, ledger, chainSeq: source?.chainSeq ?? 0, hash: source?.hash ?? null };
      return { status: 200, body } as const;
    });
  },
});

const verify = defineRoute({
  name: "ledger.chain.verify",
  method: "GET",
  path: "/v1/admin/chain/verify",
  summary: "Compute hashes, numbers and balances again, and compare",
  description:
    "Reads the whole journal of the tenant: it may take a while. With a head that was kept, it is held against it.",
  role: BOOKS_ADMIN,
  query: Given({
    headSeq: Type.Optional(Type.Integer({ minimum: 1 })),
    headHash: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
    ...ForTenant,
  }),
  answers: {
    200: Type.Object({
      entries: Whole,
      lines: Whole,
      equationDeltaCents: Cents,
      head: Nullable(Type.Object({ chainSeq: Whole, hash: Type.String() })),
      differences: Type.Array(Type.Object({ kind: Type.String(), detail: Type.String() })),
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { headSeq: number, headHash: hash } = request.query;
    const heads = number === undefined || hash === undefined ? undefined : [{ number, hash }];
    const { engine, signal } = request;
    const report = await verifyLedger(engine.database, { tenant, heads, signal });
    const { entries, lines, equationDelta, head: end, differences } = report;
    const told = end === undefined ? null : { chainSeq: end.number, hash: end.hash };
    const found = differences.map((difference) => ({
      ...{ kind: difference.kind, detail: describeLedgerDifference(difference) },
    }));
    const body = { entries, lines, equationDeltaCents: String(equationDelta), head: told, differences: found };
    return { status: 200, body };
  },
});

export const integrityOperations = [check, head, verify];
