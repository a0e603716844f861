/** Tests the player of the demo with steps of workloads that only these tests have. */
import { createEngine, migrate, silentLogger } from "@rota/engine";
import { listKeys } from "@rota/engine/admin";
import type { DemoStep, DemoVerdict, WorkloadDemo } from "@rota/engine/workload";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openEmptyCliSchema, type CliSchema } from "../../test/cli-schema.ts";
import { openDemoFolder } from "./demo-settings.ts";
import { startDemo } from "./demo.ts";

let schema: CliSchema;
beforeAll(async () => {
  schema = await openEmptyCliSchema();
  await migrate(schema.database);
});
afterAll(() => schema.dispose());

const WAIT = { timeout: 30_000, interval: 20 };

async function play(demos: readonly WorkloadDemo[]) {
  const engine = await createEngine({ database: schema.database, tasks: [], logger: silentLogger });
  const lines: string[] = [];
  const demo = startDemo({
    engine,
    url: "http://127.0.0.1:9",
    demos,
    size: 12,
    folder: openDemoFolder("unused"),
    receiver: { host: "", url: "", trust: () => undefined, close: () => Promise.resolve() },
    screen: { show: () => undefined, print: (name, text) => void lines.push(`${name}: ${text}`) },
    logger: silentLogger,
  });
  const stop = async () => {
    await demo.stop();
    await engine.stop();
  };
  onTestFinished(stop);
  return { lines, stop };
}

const verdict = (isRight: boolean): DemoVerdict => ({ isRight, text: isRight ? "verified" : "NOT verified" });
const openKeysOf = async (tenant: string) =>
  (await listKeys(schema.database, { tenant })).items.filter(({ revokedAt }) => revokedAt === undefined);

test("the steps of all workloads run at once, with keys that end with the demo, and the last line is the verdict", async () => {
  const begun: string[] = [];
  const keys: number[] = [];
  const together = (name: string): DemoStep => ({
    name,
    async play({ until, size }) {
      keys.push((await openKeysOf("ann")).length, (await openKeysOf("bob")).length);
      begun.push(`${name} of size ${String(size)}`);
      await until(() => Promise.resolve(begun.length === 2 ? true : undefined));
      return verdict(true);
    },
  });
  const { lines, stop } = await play([
    { tenants: ["ann", "bob"], steps: [together("library")] },
    { tenants: ["bob"], steps: [together("archive")] },
  ]);

  await vi.waitUntil(() => lines.some((line) => line.startsWith("demo: ")), WAIT);
  await stop();

  expect(begun.sort()).toEqual(["archive of size 12", "library of size 12"]);
  expect(lines.slice(0, 2).sort()).toEqual(["archive: verified", "library: verified"]);
  expect(lines.at(-1)).toContain("all of it is verified");
  expect(keys).toEqual([1, 1, 1, 1]);
  expect([await openKeysOf("ann"), await openKeysOf("bob")]).toEqual([[], []]);
});

test("one verdict that is wrong decides the last line, and the work after the steps runs all the same", async () => {
  let pieces = 0;
  const after = { everyMs: 1, go: () => Promise.resolve(void pieces++) };
  const { lines } = await play([
    {
      tenants: ["ann"],
      steps: [
        { name: "library", play: () => Promise.resolve(verdict(false)) },
        { name: "lending", play: () => Promise.resolve(verdict(true)), after },
      ],
    },
  ]);

  await vi.waitUntil(() => pieces > 1, WAIT);

  expect(lines).toContain("library: NOT verified");
  expect(lines.at(-1)).toContain("NOT all of it could be verified");
});

test("a step that needs the key of a tenant that its workload does not list fails by name", async () => {
  const failures: unknown[] = [];
  const lend: DemoStep = {
    name: "lending",
    async play({ request }) {
      await request({ tenant: "cem", path: "/v1/tasks" }).catch((error: unknown) => failures.push(error));
      return verdict(true);
    },
  };

  const { lines } = await play([{ tenants: ["ann"], steps: [lend] }]);
  await vi.waitUntil(() => lines.length > 0, WAIT);

  expect(String(failures[0])).toContain("cem is no tenant of the demo");
});
