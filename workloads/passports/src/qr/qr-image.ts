/** Draws QR codes of level M with the quiet zone that scanners need, as PNG and as SVG. Needs Node. */
import { crc32, deflateSync } from "node:zlib";
import QrCode from "qrcode";
import { bestMask } from "./best-mask.ts";

export type QrImage = {
  /** Of the symbol: 9 for BPC-QR-1, which has 53 by 53 modules. */
  readonly version: number;
  /** Pixels of a side of the PNG. */
  readonly side: number;
  /** One bit a pixel. */
  readonly png: Uint8Array;
  readonly svg: string;
};

export const QUIET_ZONE_MODULES = 4;
export const MODULE_PIXELS = 10;

/** Neighbouring dark modules of a row, counted with the quiet zone; the end is not among them. */
type Run = { readonly start: number; readonly end: number };

export function drawQr(text: string): QrImage {
  const { modules, version } = createSymbol(segmentsOf(text));
  const size = modules.size + 2 * QUIET_ZONE_MODULES;
  const rows = Array.from({ length: size }, (_, row) => darkRuns(modules, row - QUIET_ZONE_MODULES));
  return { version, side: size * MODULE_PIXELS, png: drawPng(rows), svg: drawSvg(rows) };
}

type Segments = string | QrCode.QRCodeSegment[];

/** The library tries its masks one after the other, which takes longer than all the rest. */
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

/** By version. Bit n of a module: whether mask n makes another of it than mask 0 does. Whatever the text, these are the same. */
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

/** BPC-QR-1 is cut where its hashes begin and end, which spares the search for the best cuts and takes as little room. */
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
  header.writeUInt8(1, 8); // bits a pixel; grey, deflated, not interlaced are 0
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(pixelRows(rows), { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]));
}

/** The first row of a module is written out; of the others only that they are as the one above, which is quick to deflate. */
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

/** The filter of a row that holds only how it differs from the one above. */
const AS_ABOVE = 2;

/** Bits are set where the paper is white. */
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
