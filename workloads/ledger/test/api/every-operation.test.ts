/** Tests every operation of the ledger: its roles, its tenants, and that no request breaks the server. */
import type { Operation } from "@rota/engine/workload";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../src/parts.ts";
import { arbitraryValue } from "./arbitrary-value.ts";
import { credit, debit, entryOf, openCompany, periodId } from "./small-company.ts";
import { openWorld, textAt, type Person, type World } from "./world.ts";

let world: World;
let ids: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  world = await openWorld();
  await openCompany(world, 5);
  const body = entryOf([debit("cash", 7), credit("sales", 7)]);
  const entry = await world.expect(201, "POST", "/v1/journal-entries", { body });
  const entries = [entryOf([debit("cash", 7), credit("sales", 7)])];
  const drafts = await world.expect(201, "POST", "/v1/journal-entries/batch", {
    body: { batchMode: "CREATE_DRAFTS", entries },
  });
  ids = {
    journalEntryId: textAt(entry, "journalEntryId"),
    workflowId: textAt(drafts, "entries.0.workflowId"),
    periodId: await periodId(world, "2026-05"),
    code: "cash",
  };
});
afterAll(() => world.dispose());

const named = operations.map((operation) => [operation.name, operation] as const);
const forReaders = new Set(operations.filter(({ role }) => role === "viewer").map(({ name }) => name));

const urlOf = ({ path }: Operation) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "event-1");
const askFor = (operation: Operation, as: Person | undefined, body: unknown = {}) =>
  world.ask(operation.method, urlOf(operation), {
    ...(as === undefined ? { headers: { authorization: "" } } : { as }),
    ...(operation.body === undefined ? {} : { body }),
  });

test.each(named)("%s is refused without credentials", async (_, operation) => {
  expect((await askFor(operation, undefined)).status).toBe(401);
});

test.each(named.filter(([name]) => !forReaders.has(name)))("%s is refused to readers", async (_, operation) => {
  expect((await askFor(operation, "reader")).status).toBe(403);
});

test.each(named.filter(([, { path }]) => path.includes("{")))(
  "%s shows and changes nothing of another tenant's books",
  async (_, operation) => {
    const [example] = fc.sample(bodyOf(operation), { numRuns: 1, seed: 7 });
    const body = typeof example === "object" ? { ...example, tenant: undefined } : {};

    expect([400, 403, 404, 409, 422]).toContain((await askFor(operation, "stranger", body)).status);
  },
);

test("X-Tenant-Id of another tenant than that of the key is refused, and so is another ledger", async () => {
  const ask = (headers: Readonly<Record<string, string>>) => world.ask("GET", "/v1/accounts", { headers });

  expect(await ask({ "x-tenant-id": "acme", "x-ledger-id": "main" })).toMatchObject({ status: 200 });
  expect(await ask({ "x-tenant-id": "other" })).toMatchObject({
    ...{ status: 403, body: { type: "/problems/tenant-context-mismatch" } },
  });
  expect(await ask({ "x-ledger-id": "second" })).toMatchObject({
    ...{ status: 404, body: { type: "/problems/ledger-not-found" } },
  });
});

test("a tenant without books gets an error that says so", async () => {
  expect(await world.ask("GET", "/v1/accounts", { as: "stranger" })).toMatchObject({
    ...{ status: 400, body: { type: "/problems/tenant-not-found" } },
  });
});

test("every operation answers every request, or refuses it with a code", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations).chain(request), async ({ operation, url, body, who }) => {
      const options = { ...(who === "nobody" ? { headers: { authorization: "" } } : { as: who }) };

      const answer = await world.ask(operation.method, url, { ...options, ...(body === undefined ? {} : { body }) });

      const said = `${operation.name} ${url} ${JSON.stringify(answer.body)}`;
      expect(answer.status < 500 || answer.status === 503, said).toBe(true);
      if (answer.status >= 400) expect(answer.body).toHaveProperty("code");
      else expect(Object.keys(operation.answers), said).toContain(String(answer.status));
    }),
    { numRuns: process.env["ROTA_LONG"] === "1" ? 3_000 : 250 },
  );
});

type Who = Person | "nobody";
type FuzzRequest = { operation: Operation; url: string; body: unknown; who: Who };

function request(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = fc.record(Object.fromEntries(names.map((name) => [name, arbitraryParam(operation, name)])));
  const query = operation.query === undefined ? fc.constant({}) : arbitraryValue(operation.query);
  const who = fc.constantFrom<Who>("root", "admin", "accountant", "reader", "nobody");
  return fc
    .record({ params, query, body: bodyOf(operation), who })
    .map(({ params: values, query: asked, ...rest }) => ({
      operation,
      url:
        operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(values[name]))) +
        queryText(asked),
      ...rest,
    }));
}

function bodyOf({ body }: Operation): fc.Arbitrary<unknown> {
  return body === undefined ? fc.constant(undefined) : arbitraryValue(body);
}

function queryText(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const fields = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`,
  );
  return fields.length === 0 ? "" : `?${fields.join("&")}`;
}

/** Generates the value of a path parameter, mostly one that exists. */
function arbitraryParam({ params = {} }: Operation, name: string): fc.Arbitrary<unknown> {
  const { properties } = { properties: {}, ...params };
  const schema = Object.entries<object>(properties).find(([field]) => field === name)?.[1] ?? {};
  return fc.oneof(
    fc.constant(undefined).map(() => ids[name] ?? "event-1"),
    arbitraryValue(schema),
  );
}

function textOf(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toString();
}
