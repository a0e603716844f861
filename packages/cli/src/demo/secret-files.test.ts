/** Tests the files in which the demo keeps its secrets. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepSecret, readSecret, replaceSecret } from "./demo-settings.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rota-scene-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "scene");
}

test("a secret is created once, and only its owner can read it", () => {
  const folder = makeFolder();
  const first = keepSecret(folder, "key", () => "drawn first");

  const second = keepSecret(folder, "key", () => "drawn again");

  expect(second).toEqual(first);
  expect(first.text).toBe("drawn first");
  expect(statSync(first.path).mode & 0o077).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test("a replaced secret is read back", () => {
  const folder = makeFolder();
  replaceSecret(folder, "key", "old");

  replaceSecret(folder, "key", "new");

  expect(readSecret(folder, "key")).toBe("new");
});
