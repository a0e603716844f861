import fc from "fast-check";
import { expect, test } from "vitest";
import { barOf, createProgressBar } from "./progress-bar.ts";

function screen(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 50, written, write: (text: string) => void written.push(text) };
}

test("a bar grows from empty to full and stays within these limits for any input", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (done, total) => {
      const bar = barOf(done, total);

      expect(bar).toMatch(/^\[#*-*\] {1,3}\d{1,3} %$/);
      expect(bar).toHaveLength("[########################] 100 %".length);
    }),
  );
  expect(barOf(0, 10)).toBe("[------------------------]   0 %");
  expect(barOf(5, 10)).toBe("[############------------]  50 %");
  expect(barOf(999, 1_000)).toContain("99 %");
  expect(barOf(10, 10)).toBe("[########################] 100 %");
});

test("nothing is written without a terminal", () => {
  const file = screen(false);
  const bar = createProgressBar("backup", file);

  bar.show({ done: 1, total: 2 });
  bar.clear();

  expect(file.written).toEqual([]);
});

test("on a terminal one line is rewritten within its width, and removed at the end", () => {
  const terminal = screen(true);
  const bar = createProgressBar("backup", terminal);

  bar.show({ done: 1, total: 2, note: "a note that is far too long for the terminal" });
  bar.show({ done: 2, total: 2 });
  bar.clear();

  const lines = terminal.written.map((text) => text.replace("\r\u001b[2K", ""));
  expect(terminal.written.every((text) => text.startsWith("\r\u001b[2K"))).toBe(true);
  expect(lines).toEqual([
    expect.stringMatching(/^backup {2}\[#{12}-{12}\] {2}50 % {2}a note $/),
    "backup  [########################] 100 %",
    "",
  ]);
});
