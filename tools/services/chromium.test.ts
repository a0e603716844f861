/** Tests of how the browser is found. */
import { afterEach, expect, test, vi } from "vitest";
import { CHROMIUM_VARIABLE, chromiumPath, resolveChromium } from "./chromium.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a browser that is named is taken before any other", async () => {
  vi.stubEnv(CHROMIUM_VARIABLE, process.execPath);

  expect(await resolveChromium(() => undefined)).toBe(process.execPath);
  expect(chromiumPath()).toBe(process.execPath);
});

test("the error about a missing browser names the command that installs it and the variable that replaces it", () => {
  vi.stubEnv(CHROMIUM_VARIABLE, "/nowhere/chromium");

  expect(() => chromiumPath()).toThrow(/sudo apt-get install .*chromium[^]*export ROTA_TEST_CHROMIUM=/);
});
