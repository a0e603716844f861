/** Routes of signing keys: the public lists them, and admins add, retire and revoke them. */
import type { Actor } from "@rota/engine";
import { hasRole } from "@rota/engine/workload";
import { Given, Line, Nullable, Tenant, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { type KeyRow, selectKeys } from "../store/signing-keys.sql.ts";
import { addKey, compromiseKey, retireKey, secondOf } from "../store/signing-keys.ts";
import { defineRoute, defineWrite } from "./define-route.ts";

const KeyId = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$", examples: ["2026-01"] });
const KeyParams = Given({ keyId: KeyId });
const LISTED_MAX = 1_000;

const KeyView = Type.Object({
  key_id: KeyId,
  algorithm: Word(["ED25519"]),
  public_key: Type.String({ description: "32 bytes in base64." }),
  status: Word(["ACTIVE", "RETIRED", "COMPROMISED"]),
  tenant: Nullable(Type.String(), {
    description: "Whose passports it signs; null: those of all that have no key of their own, or you may not know.",
  }),
  not_before: Type.String({ examples: ["2026-01-02T03:04:05Z"] }),
  not_after: Nullable(Type.String(), { description: "Of what was issued later it signed nothing." }),
  reason: Nullable(Type.String(), { description: "Why it is compromised." }),
});

/** Returns the view of a key. Its tenant is shown only to callers who may see it. */
function keyView(row: KeyRow, { roles, tenant }: Actor): Static<typeof KeyView> {
  const isTenantShown = hasRole(roles, "viewer") && (tenant === undefined || tenant === row.tenant);
  return {
    key_id: row.key_id,
    algorithm: "ED25519",
    public_key: Buffer.from(row.public_key).toString("base64"),
    status: row.status,
    tenant: isTenantShown ? row.tenant : null,
    not_before: secondOf(row.not_before),
    not_after: row.not_after === null ? null : secondOf(row.not_after),
    reason: row.reason,
  };
}

const list = defineRoute({
  name: "passports.keys.list",
  method: "GET",
  path: "/v1/signing-keys",
  summary: "The public side of all signing keys",
  description: "For everybody who verifies passports. A key that is compromised vouches for nothing.",
  role: "anyone",
  query: Given({ after: Type.Optional(KeyId) }),
  answers: { 200: Type.Object({ items: Type.Array(KeyView), next: Nullable(KeyId) }) },
  async handle({ engine, query: { after }, actor }) {
    const rows = await engine.database.query(selectKeys({ after, limit: LISTED_MAX }));
    const next = rows.length < LISTED_MAX ? null : (rows.at(-1)?.key_id ?? null);
    return { status: 200, body: { items: rows.map((row) => keyView(row, actor)), next } };
  },
});

const add = defineWrite({
  name: "passports.keys.add",
  method: "POST",
  path: "/v1/signing-keys",
  summary: "Add a signing key",
  description:
    "The public side only: private keys are given to the workers. From now on it signs; the key that did so until now is retired, and signs what was compiled for it.",
  role: "admin",
  body: Given({
    key_id: KeyId,
    public_key: Type.String({ minLength: 44, maxLength: 44, description: "32 bytes in base64." }),
    tenant: Type.Optional(Tenant),
  }),
  answers: { 201: KeyView },
  handle({ commit, body, tenant, actor }) {
    const key = { keyId: body.key_id, publicKey: body.public_key, tenant, actor: actor.name };
    return commit(async (tx) => ({ status: 201, body: keyView(await addKey(tx, key), actor) }));
  },
});

const retire = defineWrite({
  name: "passports.keys.retire",
  method: "POST",
  path: "/v1/signing-keys/{keyId}/retire",
  summary: "Let a key sign nothing new",
  role: "admin",
  params: KeyParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: KeyView },
  handle({ commit, params, tenant, actor }) {
    const change = { ...params, tenant, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: keyView(await retireKey(tx, change), actor) }));
  },
});

const compromise = defineWrite({
  name: "passports.keys.compromise",
  method: "POST",
  path: "/v1/signing-keys/{keyId}/compromise",
  summary: "Disown a key that others may have",
  description: "For good. Nothing that it signed is vouched for any more: compile those passports again.",
  role: "admin",
  params: KeyParams,
  body: Given({ tenant: Type.Optional(Tenant), reason: Line(500, { description: "Everybody can read it." }) }),
  answers: { 200: KeyView },
  handle({ commit, params, body, tenant, actor }) {
    const change = { ...params, tenant, actor: actor.name, reason: body.reason };
    return commit(async (tx) => ({ status: 200, body: keyView(await compromiseKey(tx, change), actor) }));
  },
});

export const keyOperations = [list, add, retire, compromise];
