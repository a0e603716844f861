/** Tests that every route of the API document enforces roles and tenants. */
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

/** Returns the status of each operation, by its name. */
async function statuses(wanted: readonly Described[], keyFor: (operation: Described) => string | undefined) {
  const found: [string, number][] = [];
  for (const operation of wanted) {
    const example = await exampleOf(operation);
    found.push([operation.name, (await send(world, operation, { example, key: keyFor(operation) })).status]);
  }
  return found;
}

describe("every route", () => {
  test("has one example request here, and no example is unused", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(EXAMPLES).sort());
  });

  test("succeeds with the right key", async () => {
    const keys: Readonly<Record<string, string>> = { ...world.keys, anyone: world.keys.viewer };

    const found = await statuses(operations, ({ role }) => keys[role]);

    expect(found.filter(([, status]) => status < 200 || status > 299)).toEqual([]);
  });

  test("answers 401 without a key and with an unknown one", async () => {
    const without = await statuses(protectedOnes(), () => undefined);
    const wrong = await statuses(protectedOnes(), () => "rota_0123456789abcdef_0123456789abcdef");

    expect([...without, ...wrong].filter(([, status]) => status !== 401)).toEqual([]);
  });

  test("answers 403 to a key with too weak a role", async () => {
    const weaker: Readonly<Record<string, string>> = { operator: world.keys.viewer, admin: world.keys.operator };

    const found = await statuses(protectedOnes(), ({ role }) => weaker[role] ?? world.weakKey);

    expect(found.filter(([, status]) => status !== 403)).toEqual([]);
  });

  test("reveals nothing of a tenant to the admin of another tenant", async () => {
    const leaks: [string, number, string][] = [];
    for (const operation of protectedOnes()) {
      const example = await exampleOf(operation);
      const { status, body } = await send(world, operation, { example, key: world.foreignKey });
      const text = JSON.stringify(body);
      const isHidden = status === 403 || status === 404 || (status < 300 && !reveals(text, example));
      if (!isHidden) leaks.push([operation.name, status, text.slice(0, 500)]);
    }

    expect(leaks).toEqual([]);
  });
});

/** Reports whether a response names the tenant or the requested thing. */
function reveals(text: string, { params = {} }: Example): boolean {
  const own = Object.entries(params).filter(([name]) => name !== "queue" && name !== "group" && name !== "number");
  return text.includes(`"${OWNER}"`) || own.some(([, value]) => text.includes(`"${value}"`));
}
