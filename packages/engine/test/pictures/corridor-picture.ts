/** The starts of lanes over the turns of their parent, between the clock and a turn ahead of it. Pure. */
import type { Standing } from "./play-lanes.ts";
import { drawPicture, px, writeText } from "./svg.ts";

const [WIDTH, HEIGHT] = [700, 330];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 16, 60, 40];

export type Corridor = {
  readonly title: string;
  readonly note: string;
  readonly standings: readonly Standing[];
  /** The names of lanes, each with what is written beside its line. */
  readonly lanes: ReadonlyMap<string, string>;
  /** How far ahead of the clock a start may be, in turns. */
  readonly ahead: number;
};

export function drawCorridor({ title, note, standings, lanes, ahead }: Corridor): string {
  const highest = Math.max(...standings.map(({ clock }) => clock)) + ahead;
  const x = (turn: number) => LEFT + (turn / standings.length) * (WIDTH - LEFT - RIGHT);
  const y = (virtual: number) => HEIGHT - BOTTOM - (virtual / highest) * (HEIGHT - TOP - BOTTOM);
  const at = (turn: number, virtual: number) => `${px(x(turn))},${px(y(virtual))}`;
  /** What holds after a turn holds until the next. */
  const stairs = (heights: readonly (number | undefined)[]) =>
    heights.flatMap((height, turn) =>
      height === undefined ? [] : [at(turn + 0.5, height), at(Math.min(turn + 1.5, heights.length), height)],
    );
  const clocks = standings.map(({ clock }) => clock);
  const band = [...stairs(clocks.map((clock) => clock + ahead)), ...stairs(clocks).reverse()];
  return drawPicture({ title, width: WIDTH, height: HEIGHT }, [
    writeText(LEFT, 24, title),
    writeText(LEFT, 42, note, "note"),
    ...gridLines(highest).map((each) => {
      const line = `<line class="grid" x1="${px(LEFT)}" x2="${px(WIDTH - RIGHT)}" y1="${px(y(each))}" y2="${px(y(each))}"/>`;
      return `${line}${writeText(LEFT - 22, y(each) + 4, String(each), "note")}`;
    }),
    `<polygon class="band" points="${band.join(" ")}"/>`,
    `<polyline class="clock" points="${stairs(clocks).join(" ")}"/>`,
    ...[...lanes.keys()].map(
      (name) =>
        `<polyline class="line-${name.toLowerCase()}" points="${stairs(standings.map(({ starts }) => starts.get(name))).join(" ")}"/>`,
    ),
    ...[...lanes.values(), "dashed: the clock; shaded: where starts can be"].map((text, index) =>
      writeText(LEFT + index * 150, HEIGHT - 14, text, "note"),
    ),
  ]);
}

const GRID_STEP = 2;

function gridLines(highest: number): number[] {
  return Array.from({ length: Math.floor(highest / GRID_STEP) + 1 }, (_, index) => index * GRID_STEP);
}
