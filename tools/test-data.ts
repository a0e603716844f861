/** Finds the sample data that some tests need and that is not part of the repository. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

/** Returns the path of a file or folder of sample data; undefined when it is not on this machine. */
export function testDataPath(name: string): string | undefined {
  const path = join(testDataFolder(), name);
  return existsSync(path) ? path : undefined;
}

/** Groups tests that need sample data; without it they are listed as skipped, with the reason. */
export function describeWithTestData(name: string, define: (path: string) => void): void {
  const path = testDataPath(name);
  if (path !== undefined) {
    describe(`with sample data ${name}`, () => {
      define(path);
    });
    return;
  }
  describe.skip(`with sample data ${name} (not in ${testDataFolder()}; set ROTA_TEST_DATA)`, () => {
    define(join(testDataFolder(), name));
  });
}

function testDataFolder(): string {
  const chosen = process.env["ROTA_TEST_DATA"];
  if (chosen !== undefined && chosen !== "") return resolve(chosen);
  const repository = dirname(dirname(fileURLToPath(import.meta.url)));
  return resolve(repository, "..", "shared", "data");
}
