/** Who got which turn, a row for each way to decide it: a square is a turn. Pure. */
import { drawPicture, px, writeText } from "./svg.ts";

export type TurnsRow = { readonly label: string; readonly order: readonly string[] };

const MARGIN = 12;
const SQUARE = 18;
const GAP = 2;
const HEAD = 34;
const ROW = 56;
const FOOT = 10;

export function drawTurns(title: string, rows: readonly TurnsRow[]): string {
  const longest = Math.max(...rows.map(({ order }) => order.length));
  const width = 2 * MARGIN + longest * (SQUARE + GAP);
  return drawPicture({ title, width, height: HEAD + rows.length * ROW + FOOT }, [
    writeText(MARGIN, 24, title),
    ...rows.flatMap(({ label, order }, index) => {
      const top = HEAD + index * ROW;
      return [
        writeText(MARGIN, top + 18, label, "note"),
        ...order.map((name, place) => drawSquare(name, MARGIN + place * (SQUARE + GAP), top + 26)),
      ];
    }),
  ]);
}

function drawSquare(name: string, x: number, y: number): string {
  const look = name.toLowerCase();
  const square = `<rect class="${look}" x="${px(x)}" y="${px(y)}" width="${px(SQUARE)}" height="${px(SQUARE)}" rx="3"/>`;
  return `${square}${writeText(x + 5, y + 14, name, "letter")}`;
}
