/** Tests that the same input gives the same bytes: a thousand times in any order, and in other processes, time zones, languages and versions of Node. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { compiledPath } from "../../../tools/compiled/compiled-url.ts";

const run = promisify(execFile);
const PROGRAM = compiledPath(new URL("./shuffled-compile.ts", import.meta.url));
const isLong = process.env["ROTA_LONG"] === "1";
/** Number of compilations per process. There are five processes. */
const RUNS = 200;
const SHIPPED_RUNS = isLong ? 200 : 4;

/** Places with unusual time zones, and languages with their own rules for sorting, lower case and digits. */
const PLACES = [
  ["UTC", "C"],
  ["Pacific/Apia", "de_DE.UTF-8"],
  ["America/St_Johns", "tr_TR.UTF-8"],
  ["Asia/Kathmandu", "ar_EG.UTF-8"],
  ["Antarctica/Troll", "lt_LT.UTF-8"],
] as const;

const compileIn = async (command: readonly string[], [zone, language]: readonly [string, string], seed: number) => {
  const [program = process.execPath, ...words] = command;
  const args = [...words, PROGRAM, String(RUNS), String(SHIPPED_RUNS), String(seed)];
  const { stdout } = await run(program, args, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], TZ: zone, LANG: language, LC_ALL: language },
  });
  return stdout.trim().split("\n");
};

describe("a thousand compilations with facts and members in another order each time", () => {
  test("give the same bytes, in every process, time zone and language", async () => {
    const answers = await Promise.all(PLACES.map((place, index) => compileIn([], place, index)));

    expect(RUNS * PLACES.length).toBeGreaterThanOrEqual(1_000);
    expect(answers[0]).toHaveLength(2);
    expect(new Set(answers.flat()).size).toBe(2);
  });

  test.skipIf(!isLong)("give the same bytes with another version of Node (with ROTA_LONG=1, from npm)", async () => {
    const other = ["npx", "-y", `node@${process.version.startsWith("v22") ? "24" : "22"}`];
    const [here, there] = await Promise.all([
      compileIn([], ["UTC", "C"], 6),
      compileIn(other, ["Asia/Kathmandu", "ar_EG.UTF-8"], 7),
    ]);

    const { stdout: version } = await run(other[0] ?? "", [...other.slice(1), "--version"]);
    expect(version.trim()).not.toBe(process.version);
    expect(there).toEqual(here);
  });
});
