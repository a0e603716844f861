/**
 * Compiles the C programs beside this file and runs them to compute powers; undefined without a compiler or library.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type PowersToCompute = {
  readonly p: bigint;
  readonly powers: readonly { readonly base: bigint; readonly exponent: bigint }[];
};

export type PowersInC = { readonly msEach: number; readonly last: bigint };

type Program = { readonly source: `./${string}.c`; readonly library: string; readonly words?: readonly string[] };

/** Returns CPU milliseconds for each power, and the last result for comparison. */
export function powersInC({ p, powers }: PowersToCompute, program: Program): PowersInC | undefined {
  const folder = mkdtempSync(join(tmpdir(), "rota-bench-"));
  try {
    const source = fileURLToPath(new URL(program.source, import.meta.url));
    const binary = join(folder, "powers");
    const compiled = spawnSync("cc", ["-O2", "-o", binary, source, `-l${program.library}`]);
    if (compiled.status !== 0) return undefined;
    const lines = [p, ...powers.flatMap(({ base, exponent }) => [base, exponent])].map((value) => value.toString(16));
    const said = execFileSync(binary, [String(powers.length), ...(program.words ?? [])], {
      input: `${lines.join("\n")}\n`,
      encoding: "utf8",
    });
    const [ms = "", last = ""] = said.trim().split(" ");
    return { msEach: Number(ms), last: BigInt(`0x${last}`) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
