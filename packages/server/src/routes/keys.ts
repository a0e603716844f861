/** Defines the routes of API keys: list, create and revoke. */
import { createKey, listKeys, revokeKey } from "@rota/engine/admin";
import { defineRoute, Given, Line, Nullable, PageView, Tenant, Time } from "@rota/engine/operations";
import { Type } from "typebox";
import { GivenTime, PAGE_LENGTH, PageQuery, readTime } from "../schemas.ts";
import { defined, toPage, toWire } from "../to-wire.ts";

const TAG = "keys";
const KeyId = Type.String({ pattern: "^[0-9a-f]{16}$", examples: ["0f1e2d3c4b5a6978"] });

const key = {
  keyId: KeyId,
  name: Type.String({ description: "Who acts with it, as it stands in locks, audit and history." }),
  tenant: Nullable(Type.String(), { description: "The only tenant that it opens; null: all." }),
  roles: Type.Array(Type.String()),
  createdAt: Time,
  createdBy: Nullable(Type.String()),
  expiresAt: Nullable(Time),
  revokedAt: Nullable(Time),
  revokedBy: Nullable(Type.String()),
  lastUsedAt: Nullable(Time, { description: "Up to a minute late." }),
};

const Key = Type.Object(key);
const CreatedKey = Type.Object({ ...key, key: Type.String({ description: "The text that opens: shown this once." }) });

const list = defineRoute({
  name: "keys.list",
  method: "GET",
  path: "/v1/keys",
  summary: "Keys, revoked and expired ones too, the newest first",
  tag: TAG,
  role: "admin",
  query: Given({ ...PageQuery, tenant: Type.Optional(Tenant) }),
  answers: { 200: PageView(Key) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after } = query;
    return { status: 200, body: toPage(await listKeys(engine.database, { tenant, limit, after })) };
  },
});

const create = defineRoute({
  name: "keys.create",
  method: "POST",
  path: "/v1/keys",
  summary: "Make a key; its text is shown this once",
  description: "Who is bound to a tenant makes keys of that tenant only.",
  tag: TAG,
  role: "admin",
  body: Given(
    {
      name: Line(200, { examples: ["ann@example.org"] }),
      roles: Type.Array(Type.String({ pattern: "^[a-z][a-z0-9.:-]{0,63}$" }), { minItems: 1, maxItems: 20 }),
      tenant: Type.Optional(Tenant),
      expiresAt: Type.Optional(GivenTime),
    },
    { examples: [{ name: "ann@example.org", roles: ["operator"], tenant: "ann" }] },
  ),
  answers: { 201: CreatedKey },
  async handle({ engine, body, actor, tenant }) {
    const { name, roles, expiresAt } = body;
    const request = { name, roles, actor: actor.name, ...defined({ tenant, expiresAt: readTime(expiresAt) }) };
    return { status: 201, body: toWire(await createKey(engine.database, request)) };
  },
});

const revoke = defineRoute({
  name: "keys.revoke",
  method: "DELETE",
  path: "/v1/keys/{keyId}",
  summary: "End a key for good",
  description: "A server that saw it valid may let it in for some seconds more.",
  tag: TAG,
  role: "admin",
  params: Given({ keyId: KeyId }),
  answers: { 200: Key },
  handle: async ({ engine, params, actor, tenant }) => ({
    status: 200,
    body: toWire(await revokeKey(engine.database, { ...params, tenant, actor: actor.name })),
  }),
});

export const keyRoutes = [list, create, revoke];
