/** Tests that a run of faults fails when it should, on a stage that is only a list. */
import { expect, test } from "vitest";
import type { Fault } from "./fault.ts";
import { chaosPage } from "./page/chaos-page.ts";
import { readOptions } from "./read-options.ts";
import { createRandom } from "./random.ts";
import type { Closable } from "./run-cell.ts";
import { exitCodeOf, runMatrix } from "./run-matrix.ts";
import type { Subject } from "./subject.ts";

type List = Closable & { readonly done: string[] };

const PIECES = ["first", "second", "third"];
const openList = (wrong: readonly string[] = []) =>
  Promise.resolve<List>({
    done: [],
    checkAlive: () => undefined,
    replayTurns: () => Promise.resolve({ turns: PIECES.length, wrong }),
    close: () => Promise.resolve(),
  });
const pauses = { beforeMs: { min: 0, max: 1 }, afterMs: 0 };
const fault: Fault<List> = {
  name: "nothing",
  sentence: "nothing happens",
  needs: [],
  strike: () => Promise.resolve({}),
};

/** Completes each piece as often as `times` returns. */
function subjectThatDoes(times: (piece: string) => number): Subject<List> {
  return {
    name: "list",
    sentence: "entries of a list",
    begin: ({ done }) =>
      Promise.resolve({
        finish: async () =>
          void done.push(...PIECES.flatMap((piece) => Array.from({ length: times(piece) }, () => piece))),
        pieces: () =>
          Promise.resolve(
            PIECES.map((name) => ({ name, acceptedMs: 0, doneMs: done.filter((each) => each === name).map(() => 1) })),
          ),
      }),
  };
}

async function run(subject: Subject<List>, struck = fault, openStage = () => openList()) {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const outcomes = await runMatrix({
    cells: [{ fault: struck, subject }],
    seed: "1",
    openStage,
    pauses,
    report,
  });
  return { outcomes, lines, exitCode: exitCodeOf(outcomes) };
}

test("a subject that does everything once passes", async () => {
  const { exitCode, lines } = await run(subjectThatDoes(() => 1));

  expect(exitCode).toBe(0);
  expect(lines[0]).toContain("nothing:list: ok, 0 lost, 0 duplicated");
});

test("a subject that loses an effect is reported, and the run fails", async () => {
  const { exitCode, lines, outcomes } = await run(subjectThatDoes((piece) => (piece === "second" ? 0 : 1)));

  expect(exitCode).toBe(1);
  expect(lines[0]).toContain("FAILED, 1 lost, 0 duplicated");
  expect(chaosPage({ seed: "1", conditions: "here", outcomes })).toMatch(/\| `nothing` \| 3 +\| 1 +\| 0 /);
});

test("a subject that does something twice is reported, and the run fails", async () => {
  const { exitCode, lines } = await run(subjectThatDoes((piece) => (piece === "third" ? 2 : 1)));

  expect(exitCode).toBe(1);
  expect(lines[0]).toContain("FAILED, 0 lost, 1 duplicated");
});

test("turns that were not given as the rule says are reported, and the run fails", async () => {
  const openWrong = () => openList(["queue list: entry 2: out of order"]);

  const { exitCode, lines, outcomes } = await run(
    subjectThatDoes(() => 1),
    fault,
    openWrong,
  );

  expect(exitCode).toBe(1);
  expect(lines).toEqual([expect.stringContaining("FAILED"), "  queue list: entry 2: out of order"]);
  expect(chaosPage({ seed: "1", conditions: "here", outcomes })).toContain("3 turns were replayed");
});

test("a subject that had nothing to do proves nothing, and the run fails", async () => {
  const idle: Subject<List> = {
    ...subjectThatDoes(() => 1),
    begin: () => Promise.resolve({ finish: () => Promise.resolve(), pieces: () => Promise.resolve([]) }),
  };

  expect((await run(idle)).exitCode).toBe(1);
});

test("a fault that breaks down fails the run with its reason, and one that cannot be done here is left out with its", async () => {
  const broken = { ...fault, strike: () => Promise.reject(new Error("the disk is gone")) };
  const impossible = { ...fault, obstacle: () => "needs root" };

  const [failed, left] = [
    await run(
      subjectThatDoes(() => 1),
      broken,
    ),
    await run(
      subjectThatDoes(() => 1),
      impossible,
    ),
  ];

  expect([failed.exitCode, left.exitCode]).toEqual([1, 0]);
  expect(failed.lines[0]).toContain("broken: the disk is gone");
  expect(left.lines[0]).toContain("left out: needs root");
});

test("a cell that does not end fails the run, and its stage is closed", async () => {
  const endless = { ...fault, strike: () => new Promise<never>(() => undefined) };
  let isClosed = false;
  const outcomes = await runMatrix({
    cells: [{ fault: endless, subject: subjectThatDoes(() => 1) }],
    seed: "1",
    openStage: async () => ({ ...(await openList()), close: async () => void (isClosed = true) }),
    pauses,
    cellMsMax: 10,
    report: () => undefined,
  });

  expect(outcomes[0]?.result).toEqual({ kind: "broken", reason: "it has not ended within 0.01 s" });
  expect([exitCodeOf(outcomes), isClosed]).toEqual([1, true]);
});

test("the same seed gives a cell the same numbers, another seed or cell others", () => {
  const draw = (seed: string, cell: string) => {
    const random = createRandom(seed, cell);
    return [random.between(0, 1), random.between(0, 1), random.pick([1, 2, 3, 4, 5, 6, 7, 8])];
  };

  expect(draw("1", "a")).toEqual(draw("1", "a"));
  expect(draw("1", "a")).not.toEqual(draw("2", "a"));
  expect(draw("1", "a")).not.toEqual(draw("1", "b"));
});

test("cells are chosen by fault, by subject or by both, and others are refused", () => {
  const named = (name: string) => ({ name, sentence: "", needs: [], strike: () => Promise.resolve({}) });
  const playing = (name: string) => ({ name, sentence: "", begin: () => Promise.reject(new Error("not played")) });
  const matrix = { faults: [named("a"), named("b")], subjects: [playing("x"), playing("y")] };
  const choose = (...words: string[]) => {
    const options = readOptions(words, matrix, () => "7");
    return typeof options === "string"
      ? options
      : options.cells.map(({ fault: { name }, subject }) => name + subject.name);
  };

  expect(choose()).toEqual(["ax", "bx", "ay", "by"]);
  expect(choose("--only", "a")).toEqual(["ax", "ay"]);
  expect(choose("--only", ":y")).toEqual(["ay", "by"]);
  expect(choose("--only", "a:y,b:x")).toEqual(["bx", "ay"]);
  expect(choose("--only", "c:x")).toContain("there is no cell c:x");
  expect(choose("--loud")).toContain("--loud");
});
