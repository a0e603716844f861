/** Tests which tenant a request may see, for every combination of tenants it names. */
import type { Actor } from "@rota/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tenantScope, type TenantInput } from "./authorize.ts";

const actor = (tenant: string | undefined): Actor => ({ name: "ann", kind: "key", tenant, roles: ["admin"] });
const tenants = fc.constantFrom("acme", "other", "third");
const part = fc.option(fc.oneof(fc.record({ tenant: tenants }), fc.jsonValue()), { nil: undefined });
const inputs: fc.Arbitrary<TenantInput> = fc.record({
  params: part,
  query: part,
  body: part,
  header: fc.option(tenants, { nil: undefined }),
});

const scopeOf = (tenant: string | undefined, input: TenantInput): string | undefined | Error => {
  try {
    return tenantScope(actor(tenant), input);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

test("an actor that is bound to a tenant sees that tenant or is refused", () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const scope = scopeOf("acme", input);
      if (scope instanceof Error) expect(scope).toMatchObject({ code: "TENANT_FOREIGN" });
      else expect(scope).toBe("acme");
    }),
  );
});

test("an unbound actor sees the named tenant, all tenants when none is named, and is refused when several are named", () => {
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
