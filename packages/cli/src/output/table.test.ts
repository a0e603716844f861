import { expect, test } from "vitest";
import { duration, oneLine } from "./answer.ts";
import { factLines, listLines, tableLines } from "./table.ts";

test("columns are aligned with their headings, and no cell contains control characters", () => {
  const lines = tableLines(
    ["task", "state"],
    [
      ["1", "ACTIVE"],
      ["1000", { text: "bad\u001b[31m\nnews", colour: "red" }],
    ],
  );

  expect(lines).toEqual(["task  state", "1     ACTIVE", "1000  bad [31m news"]);
});

test("a list says that it is empty, or how to get the next page", () => {
  expect(listLines({ rows: [], nothing: "no tasks" }, ["task"])).toEqual(["no tasks"]);
  expect(listLines({ rows: [["1"]], next: "abc", nothing: "no tasks" }, ["task"])).toEqual([
    "task",
    "1",
    "for more, add --after abc",
  ]);
});

test("unknown facts are left out", () => {
  expect(
    factLines([
      ["key", undefined],
      ["type", "demo.print"],
      ["of", ""],
    ]),
  ).toEqual(["type  demo.print"]);
});

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [4_200, "4.2 s"],
  [60_000, "60 s"],
  [720_000, "12 min"],
  [12_600_000, "3.5 h"],
  [200_000_000, "2 days"],
])("%i ms are shown as %s", (ms, shown) => {
  expect(duration(ms)).toBe(shown);
});

test("a text that is too long is cut", () => {
  expect(oneLine("abcdef", 3)).toBe("abc…");
});
