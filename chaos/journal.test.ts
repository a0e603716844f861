/** Tests that an interrupted run resumes where it stopped. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openJournal } from "./journal.ts";
import { runMatrix } from "./run-matrix.ts";

const LEFT_OUT = { kind: "left out", reason: "needs root" } as const;
const BROKEN = { kind: "broken", reason: "no answer" } as const;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-chaos-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a continued run knows what has a result, plays again what broke, and bears a last line that was cut off", () => {
  const first = openJournal({ folder, seed: "7", isContinued: false });
  first.keep("a:x", { result: LEFT_OUT, load: 1.5 });
  first.keep("b:x", { result: BROKEN, load: 2 });
  appendFileSync(join(folder, "7.jsonl"), '{"name":"c:x","resu');

  expect(openJournal({ folder, seed: "7", isContinued: true }).known).toEqual(
    new Map([["a:x", { result: LEFT_OUT, load: 1.5 }]]),
  );
  expect(openJournal({ folder, seed: "7", isContinued: false }).known.size).toBe(0);
});

test("what is known is reported and not played", async () => {
  const lines: string[] = [];
  const refuse = () => Promise.reject(new Error("played"));
  const [outcome] = await runMatrix({
    cells: [
      {
        fault: { name: "a", sentence: "", needs: [], strike: refuse },
        subject: { name: "x", sentence: "", begin: refuse },
      },
    ],
    seed: "7",
    openStage: refuse,
    known: new Map([["a:x", { result: LEFT_OUT, load: 1.5 }]]),
    report: (line) => lines.push(line),
  });

  expect(outcome).toMatchObject({ result: LEFT_OUT, load: 1.5 });
  expect(lines).toEqual(["[1/1] a:x: left out: needs root (earlier)"]);
});
