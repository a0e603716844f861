/** Draws bars as SVG, in colours that are readable on light and dark pages. Pure. */

export type Bar = {
  readonly label: string;
  /** Undefined for a measurement that did not finish; its bar is an outline of full length. */
  readonly value: number | undefined;
  /** Text at the end of the bar. */
  readonly text: string;
  /** Our bars have a colour, those of others are grey. */
  readonly isOurs: boolean;
};

export type BarChart = { readonly title: string; readonly note: string; readonly bars: readonly Bar[] };

const WIDTH = 760;
const MARGIN = 12;
const HEAD_HEIGHT = 52;
const ROW_HEIGHT = 40;
const BAR_HEIGHT = 14;
/** Space for the text after the longest bar. */
const TEXT_WIDTH = 130;
const LENGTH_MAX = WIDTH - 2 * MARGIN - TEXT_WIDTH;
/** Keeps a bar visible when its value is close to zero. */
const LENGTH_MIN = 2;

const STYLE = `
    .page { fill: #ffffff; } .text { fill: #1f2328; } .note { fill: #59636e; }
    .ours { fill: #0b6e6e; } .others { fill: #9aa4af; } .open { fill: none; stroke: #9aa4af; stroke-dasharray: 4 3; }
    text { font: 13px system-ui, sans-serif; } .title { font-size: 15px; font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117; } .text { fill: #f0f6fc; } .note { fill: #9198a1; }
      .ours { fill: #39c5bb; } .others { fill: #656c76; } .open { stroke: #656c76; }
    }`;

export function barChart({ title, note, bars }: BarChart): string {
  const height = HEAD_HEIGHT + bars.length * ROW_HEIGHT + MARGIN;
  const largest = Math.max(...bars.map(({ value = 0 }) => value), Number.MIN_VALUE);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(WIDTH)}" height="${px(height)}" viewBox="0 0 ${px(WIDTH)} ${px(height)}" role="img">`,
    `  <title>${escapeXml(title)}</title>`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="page" width="${px(WIDTH)}" height="${px(height)}" rx="6"/>`,
    `  <text class="text title" x="${px(MARGIN)}" y="24">${escapeXml(title)}</text>`,
    `  <text class="note" x="${px(MARGIN)}" y="42">${escapeXml(note)}</text>`,
    ...bars.flatMap((bar, index) => drawBar(bar, { largest, top: HEAD_HEIGHT + index * ROW_HEIGHT })),
    "</svg>",
    "",
  ].join("\n");
}

function drawBar(bar: Bar, { largest, top }: { largest: number; top: number }): string[] {
  const { value, isOurs } = bar;
  const length = value === undefined ? LENGTH_MAX : Math.max(LENGTH_MIN, (value / largest) * LENGTH_MAX);
  const style = value === undefined ? "open" : isOurs ? "ours" : "others";
  const barTop = top + 18;
  return [
    `  <text class="text" x="${px(MARGIN)}" y="${px(top + 13)}">${escapeXml(bar.label)}</text>`,
    `  <rect class="${style}" x="${px(MARGIN)}" y="${px(barTop)}" width="${px(length)}" height="${px(BAR_HEIGHT)}" rx="2"/>`,
    `  <text class="text" x="${px(MARGIN + length + 6)}" y="${px(barTop + 11)}">${escapeXml(bar.text)}</text>`,
  ];
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
