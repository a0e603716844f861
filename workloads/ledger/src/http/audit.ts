/** Serves the audit log and the integrity checks of the books: the equation, the chain and its head. */
import { listAudit } from "@rota/engine/admin";
import { Given, Line, Nullable, PageView, Time, Whole } from "@rota/engine/operations";
import { Type } from "typebox";
import { ACCOUNT_TYPES, type AccountType } from "../core/account.ts";
import { signedBaseBalance } from "../core/balance.ts";
import { readTotals } from "../store/report-store.ts";
import { verifyLedger } from "../store/verify-ledger.ts";
import { describeLedgerDifference } from "../verify/ledger-difference.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute, READER } from "./define-route.ts";
import { Cents, ForTenant, LIMIT, Money, money, PageQuery } from "./fields.ts";

const list = defineRoute({
  name: "ledger.audit.list",
  method: "GET",
  path: "/v1/audit-log",
  summary: "Who changed what, the newest first",
  description: "Its entries are chained by hash: /v1/audit/verification checks them.",
  role: READER,
  query: Given({
    ...PageQuery,
    entityType: Type.Optional(Line(100, { examples: ["account"] })),
    entityId: Type.Optional(Line(200)),
    action: Type.Optional(Line(100, { examples: ["ledger.account.created"] })),
    performedBy: Type.Optional(Line(200)),
    ...ForTenant,
  }),
  answers: {
    200: PageView(
      Type.Object({
        number: Type.Integer(),
        entityType: Type.String(),
        entityId: Type.String(),
        action: Type.String(),
        details: Type.Unknown({ description: "What was before, and what is after it." }),
        performedBy: Nullable(Type.String()),
        performedAt: Time,
        hash: Type.String(),
      }),
    ),
  },
  async handle(request) {
    const { limit = LIMIT, after, entityType, entityId, action, performedBy } = request.query;
    const { tenant } = await askedBooks(request);
    const subject =
      entityType === undefined ? {} : { subject: { type: entityType, ...(entityId && { id: entityId }) } };
    const filter = { ...subject, ...(action && { action }), ...(performedBy && { actor: performedBy }) };
    const query = { tenant, limit, filter, ...(after && { after }) };
    const { entries, next } = await listAudit(request.engine.database, query);
    const items = entries.map(({ number, subject: { type, id }, action: name, details, actor, at, hash }) => ({
      ...{ number, entityType: type, entityId: id, action: name, details, performedBy: actor, hash },
      performedAt: at.toISOString(),
    }));
    return { status: 200, body: { items, next: next ?? null } };
  },
});

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
    const shownHead = end === undefined ? null : { chainSeq: end.number, hash: end.hash };
    const found = differences.map((difference) => ({
      ...{ kind: difference.kind, detail: describeLedgerDifference(difference) },
    }));
    const body = { entries, lines, equationDeltaCents: String(equationDelta), head: shownHead, differences: found };
    return { status: 200, body };
  },
});

export const auditOperations = [list, check, head, verify];
