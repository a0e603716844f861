/** Tests which tenants' books a caller can choose from. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Person, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  for (const tenant of ["acme", "birch", "other"]) {
    const body = { name: `${tenant} & co`, baseCurrency: "EUR", tenant };
    await world.expect(201, "POST", "/v1/business-entity", { as: "root", body });
  }
});
afterAll(() => world.dispose());

const list = (as: Person, more = "") => world.expect(200, "GET", `/v1/books${more}`, { as });
const booksOf = (tenant: string) => ({
  tenant,
  name: `${tenant} & co`,
  baseCurrency: "EUR",
  isActive: true,
  entries: 0,
});

test("who may see all tenants is shown all that have books, page by page", async () => {
  expect(await list("root")).toEqual({ items: ["acme", "birch", "other"].map(booksOf), next: null });

  expect(await list("root", "?limit=2")).toEqual({ items: [booksOf("acme"), booksOf("birch")], next: "birch" });
  expect(await list("root", "?limit=2&after=birch")).toEqual({ items: [booksOf("other")], next: null });
  expect(await list("root", "?tenant=birch")).toEqual({ items: [booksOf("birch")], next: null });
  expect(await list("root", "?tenant=dune")).toEqual({ items: [], next: null });
});

test("a key of one tenant is shown its own books alone, whatever its roles and wherever a page begins", async () => {
  for (const person of ["reader", "accountant", "admin"] as const)
    expect(await list(person)).toEqual({ items: [booksOf("acme")], next: null });
  expect(await list("stranger")).toEqual({ items: [booksOf("other")], next: null });
  expect(await list("reader", "?after=acme")).toEqual({ items: [], next: null });
});

test("a key of one tenant that names another is refused, by query and by header", async () => {
  expect(await world.ask("GET", "/v1/books?tenant=birch", { as: "reader" })).toMatchObject({ status: 403 });
  for (const name of ["x-tenant-id", "x-rota-tenant"])
    expect(await world.ask("GET", "/v1/books", { as: "reader", headers: { [name]: "birch" } })).toMatchObject({
      ...{ status: 403, body: { code: "TENANT_FOREIGN" } },
    });
});
