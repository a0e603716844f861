/** Tests the output of the demo: fixed bars on a terminal, few lines elsewhere. */
import { expect, test } from "vitest";
import { createDemoScreen } from "./prepare-demo.ts";

function createPaper(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 80, written, write: (text: string) => written.push(text) };
}

const lending = (done: number) => ({ name: "library", step: "lending", done, total: 8, unit: "books" });

test("without a terminal each step and quarter is one line", () => {
  const paper = createPaper(false);
  const screen = createDemoScreen({ screen: paper, isJson: false });

  for (let done = 0; done <= 8; done++) screen.show(lending(done));
  screen.print("library", "books verified");

  expect(paper.written).toEqual([
    "  library    lending: 0 of 8 books\n",
    "  library    lending: 2 of 8 books\n",
    "  library    lending: 4 of 8 books\n",
    "  library    lending: 6 of 8 books\n",
    "  library    lending: 8 of 8 books\n",
    "  library    books verified\n",
  ]);
});

test("on a terminal bars are redrawn, and a permanent line replaces its bar", () => {
  const paper = createPaper(true);
  const screen = createDemoScreen({ screen: paper, isJson: false });

  screen.show(lending(4));
  screen.show({ name: "archive", step: "posting", done: 1, total: 4, unit: "events" });
  screen.print("library", "books verified");

  const bar = `  archive    [####------------]  25 %  posting: 1 of 4 events\n`;
  expect(paper.written[0]).toBe("  library    [########--------]  50 %  lending: 4 of 8 books\n");
  expect(paper.written[1]).toBe(`\u001b[1A\u001b[0J${paper.written[0] ?? ""}${bar}`);
  expect(paper.written[2]).toBe(`\u001b[2A\u001b[0J  library    books verified\n${bar}`);
});

test("a line wider than the terminal is broken between words", () => {
  const paper = { ...createPaper(true), columns: 40 };

  createDemoScreen({ screen: paper, isJson: false }).print(
    "archive",
    "chain verified: 12 entries, every hash as it is",
  );

  expect(paper.written).toEqual([
    "  archive    chain verified: 12\n             entries, every hash as it\n             is\n",
  ]);
});

test("no bar is wider than the terminal", () => {
  const paper = createPaper(true);

  createDemoScreen({ screen: paper, isJson: false }).show({
    name: "library",
    step: "verifying the record",
    done: 2_000,
    total: 2_000,
    unit: "books of all the readers there are",
  });

  expect(paper.written[0]).toHaveLength(80);
});

test("with --json each line is an object", () => {
  const paper = createPaper(true);

  createDemoScreen({ screen: paper, isJson: true }).print("audit", "audit replayed");

  expect(paper.written.map((line): unknown => JSON.parse(line))).toEqual([{ step: "audit", text: "audit replayed" }]);
});
