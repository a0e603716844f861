/** Who changed what in the books: the engine's audit log of the tenant, under the source's path. */
import { listAudit } from "@rota/engine";
import { Type } from "typebox";
import { askedBooks, READER } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import * as fields from "../fields.ts";
import { ForTenant, Given, Line, Nullable, Time } from "../fields.ts";

const list = defineRoute({
  name: "ledger.audit.list",
  method: "GET",
  path: "/v1/audit-log",
  summary: "Who changed what, the newest first",
  description: "Its entries are chained by hash: /v1/audit/verification checks them.",
  role: READER,
  query: Given({
    ...fields.PageQuery,
    entityType: Type.Optional(Line(100, { examples: ["account"] })),
    entityId: Type.Optional(Line(200)),
    action: Type.Optional(Line(100, { examples: ["ledger.account.created"] })),
    performedBy: Type.Optional(Line(200)),
    ...ForTenant,
  }),
  answers: {
    200: fields.Page(
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
    const { limit = fields.LIMIT, after, entityType, entityId, action, performedBy } = request.query;
    const { tenant } = await askedBooks(request);
    const subject =
      entityType === undefined ? {} : { subject: { type: entityType, ...(entityId && { id: entityId }) } };
    const filter = { ...subject, ...(action && { action }), ...(performedBy && { actor: performedBy }) };
    const wish = { tenant, limit, filter, ...(after && { after }) };
    const { entries, next } = await listAudit(request.engine.database, wish);
    const items = entries.map(({ number, subject: { type, id }, action: act, details, actor, at, hash }) => ({
      ...{ number, entityType: type, entityId: id, action: act, details, performedBy: actor, hash },
      performedAt: at.toISOString(),
    }));
    return { status: 200, body: { items, next: next ?? null } };
  },
});

export const auditOperations = [list];
