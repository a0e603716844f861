/** Draws QR codes of level M as PNG and SVG, with the quiet zone that scanners need and the mask that ISO/IEC 18004 prescribes. Needs Node. */
import { crc32, deflateSync } from "node:zlib";
import QrCode from "qrcode";

export type QrImage = {
  /** Version of the symbol. BPC-QR-1 has version 9, with 53 by 53 modules. */
  readonly version: number;
  /** Width and height of the PNG in pixels. */
  readonly side: number;
  /** PNG image with one bit per pixel. */
  readonly png: Uint8Array;
  readonly svg: string;
};

export const QUIET_ZONE_MODULES = 4;
export const MODULE_PIXELS = 10;

/** Neighbouring dark modules of a row. The quiet zone is counted, and the end is exclusive. */
type Run = { readonly start: number; readonly end: number };

export function drawQr(text: string): QrImage {
  const { modules, version } = createSymbol(segmentsOf(text));
  const size = modules.size + 2 * QUIET_ZONE_MODULES;
  const rows = Array.from({ length: size }, (_, row) => darkRuns(modules, row - QUIET_ZONE_MODULES));
  return { version, side: size * MODULE_PIXELS, png: drawPng(rows), svg: drawSvg(rows) };
}

type Segments = string | QrCode.QRCodeSegment[];

/** Creates a symbol and chooses its mask here: the library tries one mask after the other, which takes longer than all the rest. */
function createSymbol(segments: Segments): { modules: QrCode.BitMatrix; version: number } {
  const { modules, version } = createWithMask(segments, 0);
  const { size, data } = modules;
  const differences = differencesOf(version, segments);
  const underAll = data.map((isDark, place) => (isDark * 0xff) ^ (differences[place] ?? 0));
  const mask = bestMask({ size, modules: underAll });
  for (let place = 0; place < data.length; place++) data[place] = ((underAll[place] ?? 0) >> mask) & 1;
  return { modules, version };
}

function createWithMask(segments: Segments, maskPattern: QrCode.QRCodeMaskPattern): QrCode.QRCode {
  return QrCode.create(segments, { errorCorrectionLevel: "M", maskPattern });
}

/** Differences between masks by version. Bit n of a module is set if mask n and mask 0 differ there. They do not depend on the text. */
const differencesKept = new Map<number, Uint8Array>();

function differencesOf(version: number, segments: Segments): Uint8Array {
  const kept = differencesKept.get(version);
  if (kept !== undefined) return kept;
  const first = createWithMask(segments, 0).modules.data;
  const differences = new Uint8Array(first.length);
  for (const mask of [1, 2, 3, 4, 5, 6, 7] as const) {
    const { data } = createWithMask(segments, mask).modules;
    for (const [place, module] of data.entries())
      differences[place] = (differences[place] ?? 0) | ((module ^ (first[place] ?? 0)) << mask);
  }
  differencesKept.set(version, differences);
  return differences;
}

const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/** Splits a BPC-QR-1 text where its hashes begin and end. The result is as short as the best split, which takes long to find. */
function segmentsOf(text: string): Segments {
  if (!text.startsWith("BPC1|")) return text;
  const parts = text.split(/(?<=\|[a-z]{2}=)|(?=\|)/).filter((part) => part !== "");
  return parts.reduce<QrCode.QRCodeSegment[]>((segments, part) => {
    const last = segments.at(-1);
    if (part.length > 40 && ALPHANUMERIC.test(part)) return [...segments, { data: part, mode: "alphanumeric" }];
    if (last?.mode !== "byte") return [...segments, { data: Buffer.from(part), mode: "byte" }];
    return [
      ...segments.slice(0, -1),
      { data: Buffer.concat([Buffer.from(last.data), Buffer.from(part)]), mode: "byte" },
    ];
  }, []);
}

function darkRuns({ size, data }: QrCode.BitMatrix, row: number): Run[] {
  const runs: Run[] = [];
  if (row < 0 || row >= size) return runs;
  const isDark = (column: number) => column < size && data[row * size + column] !== 0;
  for (let column = 0; column < size; column++) {
    const start = column;
    while (isDark(column)) column++;
    if (column > start) runs.push({ start: start + QUIET_ZONE_MODULES, end: column + QUIET_ZONE_MODULES });
  }
  return runs;
}

function drawSvg(rows: readonly (readonly Run[])[]): string {
  const path = rows
    .flatMap((runs, row) =>
      runs.map(({ start, end }) => `M${String(start)} ${String(row)}h${String(end - start)}v1H${String(start)}z`),
    )
    .join("");
  const side = String(rows.length);
  const pixels = String(rows.length * MODULE_PIXELS);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  );
}

function drawPng(rows: readonly (readonly Run[])[]): Uint8Array {
  const side = rows.length * MODULE_PIXELS;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8); // bits per pixel; the zeros after it mean grey, deflated, not interlaced
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(pixelRows(rows), { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]));
}

/** Writes the first pixel row of each row of modules in full, and the others as equal to the row above, which deflates quickly. */
function pixelRows(modules: readonly (readonly Run[])[]): Buffer {
  const side = modules.length * MODULE_PIXELS;
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(rowBytes * side);
  for (const [number, runs] of modules.entries()) {
    const start = number * MODULE_PIXELS * rowBytes;
    let white = 0;
    for (const { start: dark, end } of [...runs, { start: modules.length, end: modules.length }]) {
      paintWhite(rows, start + 1, { from: white * MODULE_PIXELS, to: dark * MODULE_PIXELS });
      white = end;
    }
    for (let same = 1; same < MODULE_PIXELS; same++) rows[start + same * rowBytes] = AS_ABOVE;
  }
  return rows;
}

/** PNG filter of a row that holds only the differences from the row above. */
const AS_ABOVE = 2;

/** Sets the bits of white pixels. */
function paintWhite(rows: Buffer, start: number, { from, to }: { from: number; to: number }): void {
  const [first, last] = [start + (from >> 3), start + (to >> 3)];
  const [left, right] = [0xff >> (from & 7), (0xff00 >> (to & 7)) & 0xff];
  if (first === last) {
    rows[first] = (rows[first] ?? 0) | (left & right);
    return;
  }
  rows[first] = (rows[first] ?? 0) | left;
  rows.fill(0xff, first + 1, last);
  if (right !== 0) rows[last] = (rows[last] ?? 0) | right;
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export type CodesToDraw = { readonly text: string; readonly link: string | undefined };

export type CodeKind = "BPC-QR-1" | "LINK";

export type DrawnCode = {
  readonly kind: CodeKind;
  readonly content: string;
  readonly png: Uint8Array;
  readonly svg: string;
};

/** Draws the QR codes of several versions. Runs in a computing process. */
export function drawAllCodes(wanted: readonly CodesToDraw[]): (readonly DrawnCode[])[] {
  return wanted.map(drawCodes);
}

/** Draws the QR codes of one version, BPC-QR-1 first. Runs in a computing process. */
export function drawCodes({ text, link }: CodesToDraw): readonly DrawnCode[] {
  return [draw("BPC-QR-1", text), ...(link === undefined ? [] : [draw("LINK", link)])];
}

function draw(kind: CodeKind, content: string): DrawnCode {
  const { png, svg } = drawQr(content);
  return { kind, content, png, svg };
}

type MaskedSymbol = {
  /** Number of modules per side. */
  readonly size: number;
  /** Modules row by row. Bit n of a module is set if it is dark under mask n, so that all eight masks are weighed at once. */
  readonly modules: Uint8Array;
};

const MASKS = 8;
const ALL = 0xff;

const FIVE_ALIKE = 3;
const ONE_MORE_ALIKE = 1;
const BLOCK_ALIKE = 3;
const LIKE_A_FINDER = 40;
const UNBALANCED = 10;

/** Returns the mask with the lowest penalty, as ISO/IEC 18004 defines it, and the first one among equals. */
function bestMask(symbol: MaskedSymbol): number {
  const { size } = symbol;
  const penalties = new Array<number>(MASKS).fill(0);
  for (let line = 0; line < size; line++) {
    weighLine(symbol, { start: line * size, step: 1 }, penalties);
    weighLine(symbol, { start: line, step: size }, penalties);
  }
  weighBlocks(symbol, penalties);
  weighBalance(symbol, penalties);
  return penalties.indexOf(Math.min(...penalties));
}

/** A row or a column. */
type Line = { readonly start: number; readonly step: number };

/** Adds penalties for runs of five or more equal modules, and for patterns that a scanner could mistake for a corner of the symbol. */
function weighLine({ size, modules }: MaskedSymbol, { start, step }: Line, penalties: number[]): void {
  let before = 0;
  let alike = 0;
  let alikeBefore = 0;
  let alikeTwoBefore = 0;
  let fiveBefore = 0;
  for (let at = 0; at < size; at++) {
    const place = start + at * step;
    const here = modules[place] ?? 0;
    const alikeNow = at === 0 ? 0 : ~(here ^ before) & ALL;
    const five = alikeNow & alike & alikeBefore & alikeTwoBefore;
    if (five !== 0) {
      add(penalties, five & ~fiveBefore, FIVE_ALIKE);
      add(penalties, five & fiveBefore, ONE_MORE_ALIKE);
    }
    const corner = at < 6 ? 0 : cornerAt(modules, place, step);
    if (corner !== 0) {
      if (at >= 10) add(penalties, corner & lightFrom(modules, place - 10 * step, step), LIKE_A_FINDER);
      if (at + 4 < size) add(penalties, corner & lightFrom(modules, place + step, step), LIKE_A_FINDER);
    }
    alikeTwoBefore = alikeBefore;
    alikeBefore = alike;
    alike = alikeNow;
    fiveBefore = five;
    before = here;
  }
}

/** Returns the masks under which the pattern dark, light, three dark, light, dark ends here. */
function cornerAt(modules: Uint8Array, place: number, step: number): number {
  const dark =
    (modules[place] ?? 0) &
    (modules[place - 2 * step] ?? 0) &
    (modules[place - 3 * step] ?? 0) &
    (modules[place - 4 * step] ?? 0) &
    (modules[place - 6 * step] ?? 0);
  return dark & ~((modules[place - step] ?? 0) | (modules[place - 5 * step] ?? 0));
}

/** Returns the masks under which four modules from here are light. */
function lightFrom(modules: Uint8Array, place: number, step: number): number {
  const dark =
    (modules[place] ?? 0) |
    (modules[place + step] ?? 0) |
    (modules[place + 2 * step] ?? 0) |
    (modules[place + 3 * step] ?? 0);
  return ~dark & ALL;
}

function weighBlocks({ size, modules }: MaskedSymbol, penalties: number[]): void {
  for (let row = 1; row < size; row++) {
    for (let place = row * size + 1; place < (row + 1) * size; place++) {
      const here = modules[place] ?? 0;
      const left = modules[place - 1] ?? 0;
      const above = modules[place - size] ?? 0;
      const aboveLeft = modules[place - size - 1] ?? 0;
      const alike = (here & left & above & aboveLeft) | (~(here | left | above | aboveLeft) & ALL);
      add(penalties, alike, BLOCK_ALIKE);
    }
  }
}

/** Adds a penalty for each 5 percent by which the share of dark modules differs from half. */
function weighBalance({ modules }: MaskedSymbol, penalties: number[]): void {
  const dark = new Array<number>(MASKS).fill(0);
  for (const module of modules) add(dark, module, 1);
  for (const [mask, count] of dark.entries()) {
    const steps = Math.abs(Math.ceil((count * 100) / modules.length / 5) - 10);
    penalties[mask] = (penalties[mask] ?? 0) + steps * UNBALANCED;
  }
}

/** Adds points to each mask whose bit is set. */
function add(penalties: number[], masks: number, points: number): void {
  for (let left = masks; left !== 0; left &= left - 1) {
    const mask = 31 - Math.clz32(left & -left);
    penalties[mask] = (penalties[mask] ?? 0) + points;
  }
}
