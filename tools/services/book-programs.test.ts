/** Tests of how bookkeeping programs are found. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runBookProgram } from "./book-programs.ts";

test("where the programs are missing, the error names every package that installs them", async () => {
  const empty = mkdtempSync(join(tmpdir(), "rota-books-"));
  vi.stubEnv("ROTA_SERVICE_BINARIES", empty);

  await expect(runBookProgram("hledger", ["--version"])).rejects.toThrow(
    /need hledger, not found[^]*sudo apt-get install .*hledger ledger beancount/,
  );

  vi.unstubAllEnvs();
  rmSync(empty, { recursive: true });
});

test("what a program complains about is thrown, with its name and arguments", async () => {
  await runBookProgram("hledger", ["--version"]); // where it is missing, the test is left out with that reason
  await expect(runBookProgram("hledger", ["-f", "-", "check"], "2026-01-01 x\n  a  1\n  b  1\n")).rejects.toThrow(
    /^hledger -f - check ended with 1: .*balance/s,
  );
});
