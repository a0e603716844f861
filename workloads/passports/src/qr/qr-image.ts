/** Draws QR codes of level M with the quiet zone that scanners need, as PNG and as SVG. Needs Node. */
import { crc32, deflateSync } from "node:zlib";
import QrCode from "qrcode";

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

/** True for a dark module, by row and column, with the quiet zone around. */
type IsDark = (row: number, column: number) => boolean;

export function drawQr(text: string): QrImage {
  const { modules, version } = QrCode.create(text, { errorCorrectionLevel: "M" });
  const size = modules.size + 2 * QUIET_ZONE_MODULES;
  const isDark: IsDark = (row, column) => {
    const [y, x] = [row - QUIET_ZONE_MODULES, column - QUIET_ZONE_MODULES];
    const isInside = y >= 0 && x >= 0 && y < modules.size && x < modules.size;
    return isInside && modules.get(y, x) !== 0;
  };
  return { version, side: size * MODULE_PIXELS, png: drawPng(size, isDark), svg: drawSvg(size, isDark) };
}

function drawSvg(size: number, isDark: IsDark): string {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column;
      while (column < size && isDark(row, column)) column++;
      if (column > start) path += `M${String(start)} ${String(row)}h${String(column - start)}v1H${String(start)}z`;
    }
  }
  const side = String(size);
  const pixels = String(size * MODULE_PIXELS);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  );
}

function drawPng(size: number, isDark: IsDark): Uint8Array {
  const side = size * MODULE_PIXELS;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8); // bits a pixel; grey, deflated, not interlaced are 0
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(pixelRows(size, isDark))),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]));
}

/** The first row of a module is written out; of the others only that they are as the one above, which is quick to deflate. */
function pixelRows(size: number, isDark: IsDark): Buffer {
  const rowBytes = 1 + Math.ceil((size * MODULE_PIXELS) / 8);
  const rows = Buffer.alloc(rowBytes * size * MODULE_PIXELS);
  for (let number = 0; number < size; number++) {
    const start = number * MODULE_PIXELS * rowBytes;
    for (let column = 0; column < size; column++) {
      if (!isDark(number, column)) paintWhite(rows, start + 1, column);
    }
    for (let same = 1; same < MODULE_PIXELS; same++) rows[start + same * rowBytes] = AS_ABOVE;
  }
  return rows;
}

/** The filter of a row that holds only how it differs from the one above. */
const AS_ABOVE = 2;

/** Bits are set where the paper is white. */
function paintWhite(rows: Buffer, start: number, column: number): void {
  for (let x = column * MODULE_PIXELS; x < (column + 1) * MODULE_PIXELS; x++) {
    const place = start + (x >> 3);
    rows[place] = (rows[place] ?? 0) | (128 >> (x & 7));
  }
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
