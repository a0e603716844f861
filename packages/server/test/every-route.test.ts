/** What holds for every route of the API, read from the document that describes it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLES, type Example } from "./world/examples.ts";
import { readOperations, send, type Described } from "./world/operations.ts";
import { openWorld, OWNER, type World } from "./world/world.ts";

let world: World;
let operations: Described[];
beforeAll(async () => {
  world = await openWorld();
  operations = await readOperations(world);
});
afterAll(() => world.dispose());

const exampleOf = async ({ name }: Described): Promise<Example> => (await EXAMPLES[name]?.(world)) ?? {};
const protectedOnes = () => operations.filter(({ role }) => role !== "anyone");

/** What each operation was answered with, by its name. */
async function statuses(wanted: readonly Described[], keyFor: (operation: Described) => string | undefined) {
  const found: [string, number][] = [];
  for (const operation of wanted) {
    const example = await exampleOf(operation);
    found.push([operation.name, (await send(world, operation, { example, key: keyFor(operation) })).status]);
  }
  return found;
}

describe("every route", () => {
  test("has a request here that succeeds, and none is left over", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(EXAMPLES).sort());
  });

  test("answers who has the right key", async () => {
    const keys: Readonly<Record<string, string>> = { ...world.keys, anyone: world.keys.viewer };

    const found = await statuses(operations, ({ role }) => keys[role]);

    expect(found.filter(([, status]) => status < 200 || status > 299)).toEqual([]);
  });

  test("answers 401 without a key and with one that never was", async () => {
    const without = await statuses(protectedOnes(), () => undefined);
    const wrong = await statuses(protectedOnes(), () => "rota_0123456789abcdef_0123456789abcdef");

    expect([...without, ...wrong].filter(([, status]) => status !== 401)).toEqual([]);
  });

  test("answers 403 to a key whose role is not enough", async () => {
    const weaker: Readonly<Record<string, string>> = { operator: world.keys.viewer, admin: world.keys.operator };

    const found = await statuses(protectedOnes(), ({ role }) => weaker[role] ?? world.weakKey);

    expect(found.filter(([, status]) => status !== 403)).toEqual([]);
  });

  test("shows nothing of a tenant to the admin of another", async () => {
    const told: [string, number, string][] = [];
    for (const operation of protectedOnes()) {
      const example = await exampleOf(operation);
      const { status, body } = await send(world, operation, { example, key: world.foreignKey });
      const text = JSON.stringify(body);
      const isHidden = status === 403 || status === 404 || (status < 300 && !tellsOf(text, example));
      if (!isHidden) told.push([operation.name, status, text.slice(0, 500)]);
    }

    expect(told).toEqual([]);
  });
});

/** Whether an answer names the tenant, or a thing of its that was asked for. */
function tellsOf(text: string, { params = {} }: Example): boolean {
  const own = Object.entries(params).filter(([name]) => name !== "queue" && name !== "group" && name !== "number");
  return text.includes(`"${OWNER}"`) || own.some(([, value]) => text.includes(`"${value}"`));
}
