/** Tests the folder in which the demo keeps its secrets. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDemoFolder } from "./demo-settings.ts";

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), "rota-demo-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return openDemoFolder(folder);
}

test("a secret is created once, and only its owner can read it", () => {
  const folder = openFolder();
  const first = folder.keep("key", () => "drawn first");

  const second = folder.keep("key", () => "drawn again");

  expect(second).toEqual(first);
  expect(first.text).toBe("drawn first");
  expect(statSync(first.path).mode & 0o077).toBe(0);
  expect(statSync(dirname(first.path)).mode & 0o077).toBe(0);
});

test("a replaced secret is read back", () => {
  const folder = openFolder();
  folder.replace("key", "old");

  folder.replace("key", "new");

  expect(folder.read("key")).toBe("new");
});
