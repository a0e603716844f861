/** Renders a page of labels to print: the QR code at the size that scanners need, beside readable text. */
import { RotaError } from "@rota/engine/errors";

export type Label = {
  readonly name: string;
  readonly sku: string;
  readonly serialNumber?: string | undefined;
  readonly passportVersionId: string;
  /** As drawQr gives it, of BPC-QR-1. */
  readonly qrSvg: string;
  /** The same of the web link. */
  readonly linkSvg?: string | undefined;
};

/** A module of BPC-QR-1 is then 0.41 mm wide; at 20 mm it is 0.33 mm, which needs a good printer. */
export const LABEL_QR_MM = 25;
export const LABEL_QR_MM_MIN = 20;
const LABELS_MAX = 1_000;

const STYLE =
  "@page{margin:10mm}body{margin:0;font:8pt/1.3 sans-serif;color:#000;background:#fff}" +
  "section{display:inline-flex;gap:3mm;align-items:center;margin:2mm;padding:2mm;border:.2mm dashed #999;break-inside:avoid}" +
  "svg{display:block}p{margin:0;max-width:45mm;overflow-wrap:anywhere}b{font-size:10pt}";

/** A whole document without scripts; what is in it is escaped, except for the images. */
export function labelPage(labels: readonly Label[], { qrMm = LABEL_QR_MM }: { qrMm?: number } = {}): string {
  if (!(qrMm >= LABEL_QR_MM_MIN && qrMm <= 200)) {
    throw new RotaError("VALIDATION_ERROR", `qrMm (${String(qrMm)}) must be from ${String(LABEL_QR_MM_MIN)} to 200`, {
      qrMm,
    });
  }
  if (labels.length > LABELS_MAX) {
    throw new RotaError("VALIDATION_ERROR", `a page has at most ${String(LABELS_MAX)} labels: print several`);
  }
  const size = `${String(qrMm)}mm`;
  const sections = labels.map((label) => section(label, size)).join("");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Labels</title><style>${STYLE}</style><body>${sections}</body></html>`;
}

function section({ name, sku, serialNumber, passportVersionId, qrSvg, linkSvg }: Label, size: string): string {
  const serial = serialNumber === undefined ? "" : `<br>SN ${escaped(serialNumber)}`;
  const link = linkSvg === undefined ? "" : sized(linkSvg, size);
  return `<section>${sized(qrSvg, size)}${link}<p><b>${escaped(name)}</b><br>${escaped(sku)}${serial}<br>${escaped(passportVersionId)}</p></section>`;
}

/** Images are drawn in pixels; on paper they have a size. */
function sized(svg: string, size: string): string {
  return svg.replace(/^<svg ([^>]*?)width="\d+" height="\d+"/, `<svg $1width="${size}" height="${size}"`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
