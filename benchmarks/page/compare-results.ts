/** Draws the picture of a benchmark's results and computes our ratios to the peers among its rows. Pure. */
import type { Bar, BarChart } from "./bar-chart.ts";
import { DRAWN_COLUMNS, PEERS, type DrawnColumn } from "./drawn-columns.ts";
import { readNumber, type Results } from "./read-results.ts";

/** Our worst and our best row compared with the row of a peer. */
export type Comparison = {
  readonly peer: string;
  readonly theirs: string;
  readonly ours: readonly [string, string];
  /** Greater than 1 where we are better, in both directions of a figure. Undefined if the peer's row has no number. */
  readonly ratios: readonly [number, number] | undefined;
};

/** Returns undefined if no column of the results is drawn. */
export function chartOf(results: Results): BarChart | undefined {
  const found = drawnRows(results);
  if (found === undefined) return undefined;
  const { column, better } = found.drawn;
  return { title: results.title, note: `${column}; ${better} is better`, bars: found.bars };
}

/** Compares our rows, which begin with our name, with all others. */
export function comparisonsOf(results: Results): Comparison[] {
  const found = drawnRows(results);
  if (found === undefined) return [];
  const counted = found.bars.filter(({ label, value }) => label.startsWith(OUR_NAME) && value !== undefined);
  const ours = counted.toSorted((a, b) => goodness(a, found.drawn) - goodness(b, found.drawn));
  const [worst, best] = [ours[0], ours.at(-1)];
  if (worst === undefined || best === undefined) return [];
  return found.bars
    .filter(({ isOurs }) => !isOurs)
    .map((peer) => ({
      peer: peer.label,
      theirs: peer.text,
      ours: [worst.text, best.text],
      ratios:
        peer.value === undefined
          ? undefined
          : [
              goodness(worst, found.drawn) / goodness(peer, found.drawn),
              goodness(best, found.drawn) / goodness(peer, found.drawn),
            ],
    }));
}

/** Returns a value that is higher for a better result. */
function goodness({ value = 0 }: Bar, { better }: DrawnColumn): number {
  return better === "more" ? value : 1 / value;
}

const OUR_NAME = "rota";

type DrawnRows = { readonly drawn: DrawnColumn; readonly bars: readonly Bar[] };

function drawnRows({ name, tables }: Results): DrawnRows | undefined {
  const drawn = DRAWN_COLUMNS.get(name);
  const table = tables.find(({ head }) => drawn !== undefined && head.includes(drawn.column));
  if (drawn === undefined || table === undefined) return undefined;
  const place = table.head.indexOf(drawn.column);
  const bars = table.rows.map((cells) => {
    const [label = "", text = ""] = [cells[0], cells[place]];
    return { label, text, value: readNumber(text), isOurs: !PEERS.some((peer) => label.startsWith(peer)) };
  });
  return { drawn, bars };
}
