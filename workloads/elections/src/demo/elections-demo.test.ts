/** Tests what the demo of the elections prepares before the engine is created. */
import { afterEach, expect, test, vi } from "vitest";
import { electionsDemo } from "./elections-demo.ts";

const FILE = "ELECTIONS_FLEET_SEED_FILE";
const folder = {
  keep: (name: string, draw: () => string) => ({ path: `/secrets/${name}`, text: draw() }),
  read: () => "",
  replace: () => undefined,
};
afterEach(() => void vi.unstubAllEnvs());

test("the workers read their seed from a file of the demo", () => {
  vi.stubEnv("ELECTIONS_FLEET_SEED", "");
  vi.stubEnv(FILE, "");

  electionsDemo.prepare?.(folder);

  expect(process.env[FILE]).toBe("/secrets/fleet.seed");
});

test("a seed of the user stays", () => {
  vi.stubEnv("ELECTIONS_FLEET_SEED", "AAAA");
  vi.stubEnv(FILE, "");

  electionsDemo.prepare?.(folder);

  expect(process.env[FILE]).toBe("");
});
