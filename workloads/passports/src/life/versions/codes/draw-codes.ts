/** Draws the QR codes of a version, in a process of its own. */
import { drawQr } from "../../../qr/qr-image.ts";

export type CodesToDraw = { readonly text: string; readonly link: string | undefined };

export type CodeKind = "BPC-QR-1" | "LINK";

export type DrawnCode = {
  readonly kind: CodeKind;
  readonly content: string;
  readonly png: Uint8Array;
  readonly svg: string;
};

export function drawAllCodes(wanted: readonly CodesToDraw[]): (readonly DrawnCode[])[] {
  return wanted.map(drawCodes);
}

/** BPC-QR-1 comes first. */
export function drawCodes({ text, link }: CodesToDraw): readonly DrawnCode[] {
  return [draw("BPC-QR-1", text), ...(link === undefined ? [] : [draw("LINK", link)])];
}

function draw(kind: CodeKind, content: string): DrawnCode {
  const { png, svg } = drawQr(content);
  return { kind, content, png, svg };
}
