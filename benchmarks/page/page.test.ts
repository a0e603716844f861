/** Tests of the page that is generated from the results of the benchmarks. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { barChart } from "./bar-chart.ts";
import { resultsPage } from "./results-page.ts";

const section = (date: string, rows: readonly (readonly string[])[]) => `
## ${date}, 2 x AMD EPYC

| worker | median, s |
| ------ | --------- |
${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}

- bar: at most 3 s
`;
const HEAD = "# From kill -9 to the next run\n\nMeasured by `benchmarks/rescue.bench.ts`.\n";

test("the page shows the newest measurement of a benchmark, with its conditions", () => {
  const text = HEAD + section("2026-11-14", [["rota", "9.99"]]) + section("2026-11-15", [["rota", "1.52"]]);

  const page = resultsPage(new Map([["rescue.md", text]])).get("README.md");

  expect(page).toContain("2026-11-15, 2 x AMD EPYC");
  expect(page).toContain("1.52");
  expect(page).not.toContain("9.99");
});

test("a ratio above one means that we are better, also where less is better", () => {
  const rows = [
    ["rota", "1.50"],
    ["rota, another way", "2.00"],
    ["rest, to compare with", "0.01"],
    ["pg-boss 10", "3.00"],
    ["graphile-worker 0.17", "not within 30.0 s"],
  ];

  const page = resultsPage(new Map([["rescue.md", HEAD + section("2026-11-15", rows)]])).get("README.md") ?? "";

  expect(page).toMatch(/\| pg-boss 10 +\| 3\.00 +\| 2\.00 to 1\.50 +\| 1\.50 to 2\.00 × +\|/);
  expect(page).toMatch(/\| graphile-worker 0\.17 +\| not within 30\.0 s +\| 2\.00 to 1\.50 +\| – +\|/);
});

test("a peer that did not come to an end is drawn as an outline of full length", () => {
  const rows = [
    ["rota", "1.50"],
    ["graphile-worker 0.17", "not within 30.0 s"],
  ];

  const picture = resultsPage(new Map([["rescue.md", HEAD + section("2026-11-15", rows)]])).get("rescue.svg");

  expect(picture).toMatch(/class="open"[^]*not within 30\.0 s/);
});

test("whatever labels hold, a picture is well-formed and every bar stays within it", () => {
  const bar = fc.record({
    label: fc.string(),
    value: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: undefined }),
    text: fc.string(),
    isOurs: fc.boolean(),
  });

  fc.assert(
    fc.property(fc.string(), fc.array(bar, { maxLength: 8 }), (title, bars) => {
      const picture = barChart({ title, note: "", bars });
      const contents = picture.match(/>[^<]*</g) ?? [];
      const widths = [...picture.matchAll(/width="([^"]*)"/g)].map(([, width]) => Number(width));

      expect(contents.join("")).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
      expect(picture.match(/<rect/g)).toHaveLength(bars.length + 1);
      for (const width of widths) expect(width).toBeLessThanOrEqual(760);
    }),
  );
});
