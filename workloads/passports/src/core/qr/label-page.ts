/** Renders a page of labels to print, with the QR code at the size that scanners need and readable text beside it. */
import { PassportError } from "../../errors.ts";

export type Label = {
  readonly name: string;
  readonly sku: string;
  readonly serialNumber?: string | undefined;
  readonly passportVersionId: string;
  /** SVG of the BPC-QR-1 text, from drawQr. */
  readonly qrSvg: string;
  /** SVG of the web link, from drawQr. */
  readonly linkSvg?: string | undefined;
};

/** Default width of the BPC-QR-1 code in millimetres. Its modules are then 0.41 mm wide. At 20 mm they are 0.33 mm wide, which needs a good printer. */
export const LABEL_QR_MM = 25;
export const LABEL_QR_MM_MIN = 20;
const LABELS_MAX = 1_000;

const STYLE =
  "@page{margin:10mm}body{margin:0;font:8pt/1.3 sans-serif;color:#000;background:#fff}" +
  "section{display:inline-flex;gap:3mm;align-items:center;margin:2mm;padding:2mm;border:.2mm dashed #999;break-inside:avoid}" +
  "svg{display:block}p{margin:0;max-width:45mm;overflow-wrap:anywhere}b{font-size:10pt}";

/** Renders a complete document without scripts. Everything but the images is escaped. */
export function labelPage(labels: readonly Label[], { qrMm = LABEL_QR_MM }: { qrMm?: number } = {}): string {
  if (!(qrMm >= LABEL_QR_MM_MIN && qrMm <= 200)) {
    throw new PassportError(
      "VALIDATION_ERROR",
      `qrMm (${String(qrMm)}) must be from ${String(LABEL_QR_MM_MIN)} to 200`,
      {
        qrMm,
      },
    );
  }
  if (labels.length > LABELS_MAX) {
    throw new PassportError("VALIDATION_ERROR", `a page has at most ${String(LABELS_MAX)} labels: print several`);
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

/** Replaces the size of an image in pixels with its size on paper. */
function sized(svg: string, size: string): string {
  return svg.replace(/^<svg ([^>]*?)width="\d+" height="\d+"/, `<svg $1width="${size}" height="${size}"`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
