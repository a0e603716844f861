import { expect, test } from "vitest";
import { newPassportPath, readMade } from "./passport-draft.ts";

test("the state of a new passport is written to the address and read back", () => {
  const made = { tenant: "acme & sons", documents: ["d1", "d2"], snapshot: "s", passport: undefined };
  const path = newPassportPath(made);

  expect(path).toBe("passports/new?tenant=acme+%26+sons&documents=d1+d2&snapshot=s");
  expect(readMade(path.slice(path.indexOf("?")), undefined)).toEqual(made);
});

test("a viewer that is bound to a tenant creates passports of that tenant, whatever the address says", () => {
  expect(readMade("?tenant=other", "acme").tenant).toBe("acme");
  expect(readMade("", undefined)).toEqual({
    tenant: "default",
    documents: [],
    snapshot: undefined,
    passport: undefined,
  });
});
