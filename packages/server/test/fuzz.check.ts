/** Tests that generated requests, right and wrong ones, never break the server or the documented responses. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnswerChecks } from "./fuzz/answer-checks.ts";
import { arbitraryRequest, textOf, type FuzzRequest } from "./fuzz/arbitrary-request.ts";
import { selectLatestChange, watchChanges } from "./fuzz/changes.sql.ts";
import { EXAMPLES } from "./world/examples.ts";
import { ask, readOperations, send, type Described, type Reply } from "./world/operations.ts";
import { openWorld, type World } from "./world/world.ts";

const REQUESTS = process.env["ROTA_LONG"] === "1" ? 10_000 : 400;
/** Number of dead letters for the requests that use them up, as often as chance picks those requests. */
const DEAD_LETTERS = Math.ceil(REQUESTS / 15);

let world: World;
let operations: Described[];
beforeAll(async () => {
  world = await openWorld({ deadLetters: DEAD_LETTERS });
  operations = await readOperations(world);
  await world.engine.database.query(watchChanges());
}, 300_000);
afterAll(() => world.dispose());

test("no request makes the server fail, every response matches its schema, and a refused request changes nothing", async () => {
  const check = createAnswerChecks();
  const reached = new Set<string>();
  const note = (operation: Described, { status }: Reply) => {
    if (status < 300) reached.add(operation.name);
  };
  for (const operation of operations) {
    const example = (await EXAMPLES[operation.name]?.(world)) ?? {};
    const answer = await send(world, operation, { example, key: world.keys.admin });
    expect(check(operation, answer), operation.name).toBeUndefined();
    note(operation, answer);
  }

  await fc.assert(
    fc.asyncProperty(arbitraryRequest(operations), async (request) => {
      const wanted = await prepare(request);
      const before = await latestChange();
      const answer = await sendRequest(wanted);
      expect(check(request.operation, answer)).toBeUndefined();
      note(request.operation, answer);
      if (answer.status >= 400) expect(await latestChange()).toBe(before);
    }),
    { numRuns: REQUESTS, endOnFailure: true },
  );

  expect(operations.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
  expect(await latestChange()).toBeGreaterThan(operations.length); // the triggers count changes at all
}, 1_800_000);

/** Fills in the ids of existing things, so that requests get beyond 404. */
async function prepare(request: FuzzRequest): Promise<FuzzRequest> {
  if (!request.usesExample) return request;
  const { params } = (await EXAMPLES[request.operation.name]?.(world)) ?? {};
  return { ...request, params: { ...request.params, ...params } };
}

async function latestChange(): Promise<bigint | null | undefined> {
  const [row] = await world.engine.database.query(selectLatestChange());
  return row?.latest;
}

async function sendRequest({ operation, params, query, headers, body, contentType, who }: FuzzRequest): Promise<Reply> {
  const keys = { right: world.keys.admin, foreign: world.foreignKey, none: undefined };
  const key = keys[who];
  const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name]));
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  return ask(world, {
    method: operation.method,
    url: search === "" ? url : `${url}?${search}`,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": contentType }),
      ...headers,
    },
    body,
  });
}

function encode(value: unknown): string {
  return encodeURIComponent(textOf(value));
}
