/** Tests of every operation of the elections: roles, tenants, and that no request breaks the server. */
import type { Operation } from "@rota/engine/workload";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../src/parts.ts";
import { arbitraryValue } from "./arbitrary-value.ts";
import { openToy } from "./toy-life.ts";
import { openWorld, type AskOptions, type World } from "./world.ts";

let world: World;
let electionId: string;
let token: string;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
  const open = await openToy(world, { voters: 1 });
  electionId = open.electionId;
  token = open.tokens[0] ?? "";
});
afterAll(() => world.dispose());

const named = operations.map((operation) => [operation.name, operation] as const);
const forOfficials = named.filter(([, { role }]) => role !== "anyone");
const ofOne = forOfficials.filter(([, { path }]) => path.includes("{electionId}"));

/** Operations that need no worker; the others wait for a worker. */
const answeredAtOnce = operations.filter(({ name }) => name !== "elections.fleetKey");

const urlOf = ({ path }: Operation) => path.replace("{electionId}", electionId).replace(/\{\w+\}/g, "1");
const askFor = (operation: Operation, options: AskOptions) =>
  world.ask(operation.method, urlOf(operation), {
    ...options,
    ...(operation.body === undefined ? {} : { body: options.body ?? {} }),
  });

test.each(forOfficials)("%s is refused without credentials", async (_, operation) => {
  expect((await askFor(operation, {})).status).toBe(401);
  expect((await askFor(operation, { token })).status).toBe(401);
});

test.each(forOfficials.filter(([, { role }]) => role === "operator"))(
  "%s is refused to viewers",
  async (_, operation) => {
    expect((await askFor(operation, { key: world.keys.viewer })).status).toBe(403);
  },
);

test.each(ofOne)("%s shows and changes nothing of another tenant's election", async (_, operation) => {
  const [example] = fc.sample(build(operation), { numRuns: 1, seed: 7 });
  const body = typeof example?.body === "object" ? { ...example.body, tenant: undefined } : {};

  const answer = await askFor(operation, { key: world.keys.acme, body });

  if (answer.status === 200) expect(answer.body).toEqual([]);
  else expect([400, 404]).toContain(answer.status);
});

test("any request to any operation is answered, or refused with a code", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...answeredAtOnce).chain(request), async ({ operation, url, body, who }) => {
      const callers: Record<string, AskOptions> = { official: { key: world.keys.admin }, voter: { token }, nobody: {} };
      const options = { ...callers[who], ...(body === undefined ? {} : { body }) };

      const answer = await world.ask(operation.method, url, options);

      const said = `${operation.name} ${url} ${JSON.stringify(answer.body)}`;
      expect(answer.status < 500 || answer.status === 503, said).toBe(true);
      if (answer.status >= 400) expect(answer.body).toHaveProperty("code");
      else expect(Object.keys(operation.answers)).toContain(String(answer.status));
    }),
    { numRuns: 150 },
  );
});

type FuzzRequest = { operation: Operation; url: string; body: unknown; who: string };

function request(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = fc.record(Object.fromEntries(names.map((name) => [name, arbitraryParam(operation, name)])));
  return fc
    .record({ params, built: build(operation), who: fc.constantFrom("official", "official", "voter", "nobody") })
    .map(({ params: values, built, who }) => ({
      operation,
      url: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(values[name]))),
      body: built.body,
      who,
    }));
}

function build({ body }: Operation): fc.Arbitrary<{ body: unknown }> {
  return fc.record({ body: body === undefined ? fc.constant(undefined) : arbitraryValue(body) });
}

/** Generates parameters, mostly of existing items. */
function arbitraryParam({ params = {} }: Operation, name: string): fc.Arbitrary<unknown> {
  const { properties } = { properties: {}, ...params };
  const schema = Object.entries<object>(properties).find(([field]) => field === name)?.[1] ?? {};
  const any = arbitraryValue(schema);
  return name === "electionId"
    ? fc.oneof(
        fc.constant(undefined).map(() => electionId),
        any,
      )
    : any;
}

function textOf(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString();
}
