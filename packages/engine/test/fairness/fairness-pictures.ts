/** Plays lanes by the fairness rule and draws their turns as the pictures of docs/concepts/fairness.md. */
import { FairTree } from "../../src/fairness/fair-tree.ts";
import { TURN } from "../../src/fairness/lane.ts";

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
  /** Returns the points of a step line: a height is kept until the next turn. */
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
  const className = name.toLowerCase();
  const square = `<rect class="${className}" x="${px(x)}" y="${px(y)}" width="${px(SQUARE)}" height="${px(SQUARE)}" rx="3"/>`;
  return `${square}${writeText(x + 5, y + 14, name, "letter")}`;
}

export type Backlog = {
  readonly name: string;
  readonly chunks: number;
  readonly weight?: number;
  /** Number of turns that are given before it arrives. */
  readonly after?: number;
};

export type Standing = {
  /** Name of the lane that got the turn. */
  readonly name: string;
  /** Clock in turns of cost 1 at weight 1. */
  readonly clock: number;
  /** Starts of the awake lanes, by name. */
  readonly starts: ReadonlyMap<string, number>;
};

const ROOT = 4n;
const [GROUP, LEAF, STEP] = [4n, 8n, 100n];

export function playLanes(backlogs: readonly Backlog[]): Standing[] {
  const tree = new FairTree(ROOT);
  const left = new Map(backlogs.map(({ name, chunks }) => [name, chunks]));
  const idOf = (name: string) => STEP * BigInt(1 + backlogs.findIndex((backlog) => backlog.name === name));
  const standings: Standing[] = [];
  const total = backlogs.reduce((sum, { chunks }) => sum + chunks, 0);
  for (let turn = 0; turn < total; turn++) {
    for (const backlog of backlogs.filter(({ after = 0 }) => after === turn))
      arrive(tree, idOf(backlog.name), backlog.weight ?? 1);
    const leaf = tree.next({ nowUs: 0n });
    const backlog = backlogs.find(({ name }) => leaf?.id === idOf(name) + LEAF);
    if (leaf === undefined || backlog === undefined) throw new Error("no lane is awake to take a turn");
    const rest = (left.get(backlog.name) ?? 0) - 1;
    left.set(backlog.name, rest);
    tree.take(leaf, { isLast: rest === 0, nowUs: 0n });
    const awake = backlogs.filter(({ name }) => tree.lanes.get(idOf(name))?.isAwake === true);
    standings.push({
      name: backlog.name,
      clock: inTurns(tree.siblings(ROOT).clock),
      starts: new Map(awake.map(({ name }) => [name, inTurns(tree.lanes.get(idOf(name))?.start ?? 0n)])),
    });
  }
  return standings;
}

function arrive(tree: FairTree, tenant: bigint, weight: number): void {
  tree.apply([
    { kind: "SET", lane: tenant, set: ROOT, level: 1, settings: { weight } },
    {
      kind: "ARRIVED",
      tenant,
      priority: 2,
      group: tenant + GROUP,
      leaf: tenant + LEAF,
      weight: 1,
      cost: 1,
      maxInFlight: null,
      route: ROOT,
      limits: [],
    },
  ]);
}

function inTurns(virtual: bigint): number {
  return Number(virtual) / Number(TURN);
}

export type Picture = { readonly title: string; readonly width: number; readonly height: number };

const STYLE = `
    .page { fill: #ffffff; } text { fill: #1f2328; font: 13px system-ui, sans-serif; } .note { fill: #59636e; }
    .a { fill: #0b6e6e; } .b { fill: #b35900; } .c { fill: #7a5bb5; } .letter { fill: #ffffff; }
    .line-a { stroke: #0b6e6e; } .line-b { stroke: #b35900; } .clock { stroke: #59636e; stroke-dasharray: 4 3; }
    .band { fill: #0b6e6e; opacity: 0.12; } .grid { stroke: #d1d9e0; } polyline { fill: none; stroke-width: 2; }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117; } text { fill: #f0f6fc; } .note { fill: #9198a1; } .letter { fill: #0d1117; }
      .a { fill: #39c5bb; } .b { fill: #e8a15c; } .c { fill: #b69cf0; }
      .line-a { stroke: #39c5bb; } .line-b { stroke: #e8a15c; } .clock { stroke: #9198a1; }
      .band { fill: #39c5bb; } .grid { stroke: #30363d; }
    }`;

export function drawPicture({ title, width, height }: Picture, parts: readonly string[]): string {
  const size = `width="${px(width)}" height="${px(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${px(width)} ${px(height)}" role="img">`,
    `  <title>${title}</title>`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="page" ${size} rx="6"/>`,
    ...parts.map((part) => `  ${part}`),
    "</svg>",
    "",
  ].join("\n");
}

export function writeText(x: number, y: number, text: string, className = ""): string {
  return `<text${className === "" ? "" : ` class="${className}"`} x="${px(x)}" y="${px(y)}">${text}</text>`;
}

export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
