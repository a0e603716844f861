/** Tests that browsers can load index.ts: it imports nothing of Node, directly or through other files. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

test("no file that index.ts imports uses a module of Node", () => {
  const seen = new Set<string>();
  const nodeModules: string[] = [];
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)) {
      if (specifier.startsWith("node:") || specifier === "qrcode") nodeModules.push(`${file}: ${specifier}`);
      if (specifier.startsWith(".")) visit(join(dirname(file), specifier));
    }
  };

  visit(join(import.meta.dirname, "index.ts"));

  expect(seen.size).toBeGreaterThan(30);
  expect(nodeModules).toEqual([]);
});
