/** Tests what the demo of the passports prepares before the engine is created. */
import { afterEach, expect, test, vi } from "vitest";
import { passportsDemo } from "./passports-demo.ts";

const TEXT = "BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64";
const FILE = "PASSPORTS_SIGNING_KEYS_FILE";
const folder = {
  keep: (name: string, draw: () => string) => ({ path: `/secrets/${name}`, text: draw() }),
  read: () => "",
  replace: () => undefined,
};
afterEach(() => void vi.unstubAllEnvs());

test("the workers read the key that signs from a file of the demo", () => {
  vi.stubEnv(TEXT, "");
  vi.stubEnv(FILE, "");

  passportsDemo.prepare?.(folder);

  expect(process.env[FILE]).toBe("/secrets/signing.keys");
});

test("a key of the user stays, also under the name of the replaced compiler", () => {
  vi.stubEnv(TEXT, "");
  vi.stubEnv(FILE, "/keys/mine");
  passportsDemo.prepare?.(folder);
  const kept = process.env[FILE];
  vi.stubEnv(TEXT, "key");
  vi.stubEnv(FILE, "");
  passportsDemo.prepare?.(folder);

  expect([kept, process.env[FILE]]).toEqual(["/keys/mine", ""]);
});
