/** Which tenant a request sees, for all that it may ask. */
import type { Actor } from "@rota/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tenantScope, type TenantWish } from "./authorize.ts";

const actor = (tenant: string | undefined): Actor => ({ name: "ann", kind: "key", tenant, roles: ["admin"] });
const tenants = fc.constantFrom("acme", "other", "third");
const part = fc.option(fc.oneof(fc.record({ tenant: tenants }), fc.jsonValue()), { nil: undefined });
const wishes: fc.Arbitrary<TenantWish> = fc.record({
  params: part,
  query: part,
  body: part,
  header: fc.option(tenants, { nil: undefined }),
});

const scopeOf = (tenant: string | undefined, wish: TenantWish): string | undefined | Error => {
  try {
    return tenantScope(actor(tenant), wish);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

test("who is bound to a tenant sees that one or is refused", () => {
  fc.assert(
    fc.property(wishes, (wish) => {
      const scope = scopeOf("acme", wish);
      if (scope instanceof Error) expect(scope).toMatchObject({ code: "TENANT_FOREIGN" });
      else expect(scope).toBe("acme");
    }),
  );
});

test("who is bound to none sees the one that is named, all when none is, and is refused when several are", () => {
  fc.assert(
    fc.property(fc.array(tenants, { maxLength: 3 }), ([inQuery, inBody, header]) => {
      const named = new Set([inQuery, inBody, header].filter((tenant) => tenant !== undefined));
      const of = (tenant: string | undefined) => (tenant === undefined ? {} : { tenant });
      const scope = scopeOf(undefined, { params: {}, query: of(inQuery), body: of(inBody), header });
      if (named.size > 1) expect(scope).toMatchObject({ code: "REQUEST_INVALID" });
      else expect(scope).toBe([...named][0]);
    }),
  );
});
