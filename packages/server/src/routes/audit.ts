/** Defines the routes of the audit log: list entries and verify the hash chains. */
import { listAudit } from "@rota/engine/admin";
import { verifyAudit } from "@rota/engine/internal";
import { defineRoute, Given, Line, Nullable, PageView, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { GivenTime, Json, PAGE_LENGTH, PageQuery, readTime } from "../schemas.ts";
import { defined, toPage } from "../to-wire.ts";

const TAG = "audit";
const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Name = Line(300);

const Entry = Type.Object({
  tenant: Type.String(),
  number: Type.Integer({ minimum: 1, description: "From 1 and without gaps in each tenant." }),
  at: Time,
  actor: Nullable(Type.String(), { description: "Null: the system itself." }),
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  details: Json,
  previousHash: Nullable(Hash),
  hash: Hash,
});

const list = defineRoute({
  name: "audit.list",
  method: "GET",
  path: "/v1/audit",
  summary: "Who did what, the newest first",
  description: "The log of one tenant can be read from its oldest entry on.",
  tag: TAG,
  role: "viewer",
  query: Given({
    ...PageQuery,
    tenant: Type.Optional(Tenant),
    first: Type.Optional(Word(["newest", "oldest"])),
    actor: Type.Optional(Name),
    action: Type.Optional(Name),
    subjectType: Type.Optional(Name),
    subjectId: Type.Optional(Name),
    from: Type.Optional(GivenTime),
    before: Type.Optional(GivenTime),
  }),
  answers: { 200: PageView(Entry) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after, first, actor, action, subjectType, subjectId, from, before } = query;
    const subject = subjectType === undefined ? undefined : { type: subjectType, ...defined({ id: subjectId }) };
    const filter = defined({ actor, action, subject, from: readTime(from), before: readTime(before) });
    const listQuery = { limit, filter, ...defined({ tenant, after, first }) };
    const { entries: items, next } = await listAudit(engine.database, listQuery);
    return { status: 200, body: toPage({ items, next }) };
  },
});

const DIFFERENCES = ["CHANGED", "UNLINKED", "MISSING", "OUT_OF_ORDER", "CUT_OFF", "REWRITTEN", "BEYOND_HEAD"] as const;

const verify = defineRoute({
  name: "audit.verify",
  method: "GET",
  path: "/v1/audit/verification",
  summary: "Compute every hash again and compare",
  description: "Reads the whole log of the tenant, or of all: it may take a while.",
  tag: TAG,
  role: "operator",
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: {
    200: Type.Object({
      tenants: Whole,
      entries: Whole,
      differing: Whole,
      differences: Type.Array(Type.Object({ tenant: Type.String(), kind: Word(DIFFERENCES), number: Whole })),
    }),
  },
  async handle({ engine, tenant, signal }) {
    const { differences, ...counts } = await verifyAudit(engine.database, { tenant, signal });
    const reported = differences.map(({ tenant: owner, kind, number }) => ({ tenant: owner, kind, number }));
    return { status: 200, body: { ...counts, differences: reported } };
  },
});

export const auditRoutes = [list, verify];
