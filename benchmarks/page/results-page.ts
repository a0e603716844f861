/** Generates the page of all results and its pictures from the newest section of each file. Pure. */
import { markdown } from "../harness/markdown.ts";
import { readable } from "../harness/statistics.ts";
import { barChart } from "./bar-chart.ts";
import { chartOf, comparisonsOf } from "./compare-results.ts";
import { DRAWN_COLUMNS } from "./drawn-columns.ts";
import { readResults, type Results } from "./read-results.ts";

/** Contents of files by name: the results as input, the page and its pictures as output. */
export type Texts = ReadonlyMap<string, string>;

export const PAGE_NAME = "README.md";

export function resultsPage(files: Texts): Texts {
  const all = inOrder([...files].map(([file, text]) => readResults(file.replace(/\.md$/, ""), text)));
  const pictures = all.flatMap((results) => {
    const chart = chartOf(results);
    return chart === undefined ? [] : [[pictureName(results), barChart(chart)] as const];
  });
  const drawn = new Set(pictures.map(([name]) => name));
  const parts = [INTRODUCTION, comparison(all), ...all.map((results) => part(results, drawn))];
  return new Map([[PAGE_NAME, `${parts.join("\n\n")}\n`], ...pictures]);
}

const INTRODUCTION = `# Results of the benchmarks

The newest measurement of each benchmark with its conditions; the earlier ones are in the files. Written by \`npm run bench\`, or from
the files alone by \`npm run bench -- --index\`. Measurements of different dates met different loads: compare within a table.`;

/** Sorts as on the page of pictures, then by name. */
function inOrder(all: readonly Results[]): Results[] {
  const order = [...DRAWN_COLUMNS.keys()];
  const place = ({ name }: Results) => (order.includes(name) ? order.indexOf(name) : order.length);
  return all.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

function comparison(all: readonly Results[]): string {
  const rows = all.flatMap((results) =>
    comparisonsOf(results).map(({ peer, theirs, ours, ratios }) => [
      `[${results.title}](#${anchor(results.title)})`,
      DRAWN_COLUMNS.get(results.name)?.column ?? "",
      peer,
      theirs,
      range(ours),
      ratios === undefined ? "–" : `${range(ratios.map(readable))} ×`,
    ]),
  );
  const table = markdown({ head: ["benchmark", "figure", "peer", "the peer's", "Rota's", "Rota is better by"], rows });
  return `## Against peers\n\n${COMPARISON}\n\n${table}`;
}

const COMPARISON =
  "Measured in the same run on the same machine. Where Rota was measured in several ways, from its worst row to its best: the tables below say which is like the peer's.";

function range([worst = "", best = ""]: readonly string[]): string {
  return worst === best ? best : `${worst} to ${best}`;
}

function part(results: Results, pictures: ReadonlySet<string>): string {
  const { name, title, conditions, tableTexts, findings } = results;
  const picture = pictureName(results);
  return [
    `## ${title}`,
    `[All measurements](${name}.md) by [\`${name}.bench.ts\`](../${name}.bench.ts). ${conditions}`,
    ...(pictures.has(picture) ? [`![${title}](${picture})`] : []),
    ...tableTexts,
    ...(findings.length === 0 ? [] : [findings.map((line) => `- ${line}`).join("\n")]),
  ].join("\n\n");
}

function pictureName({ name }: Results): string {
  return `${name}.svg`;
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
