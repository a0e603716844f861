/** The frame of a picture: colours that can be read on light and on dark pages. Pure. */

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

export function writeText(x: number, y: number, text: string, look = ""): string {
  return `<text${look === "" ? "" : ` class="${look}"`} x="${px(x)}" y="${px(y)}">${text}</text>`;
}

export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
