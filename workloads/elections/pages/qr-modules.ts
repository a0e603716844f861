/** Computes the squares of a QR code with the margin that scanners need. */
import { create } from "qrcode";

const MARGIN = 4;

type QrModules = {
  /** Number of squares per side, including the margin. */
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
};

export function qrModules(text: string): QrModules {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const isInside = (place: number) => place >= 0 && place < modules.size;
  return {
    size: modules.size + 2 * MARGIN,
    isDark: (row, column) => {
      const [y, x] = [row - MARGIN, column - MARGIN];
      return isInside(y) && isInside(x) && modules.get(y, x) !== 0;
    },
  };
}

/** Returns the dark squares as one SVG path with squares of one unit. */
export function qrPath({ size, isDark }: QrModules): string {
  const places = Array.from({ length: size }, (_, place) => place);
  const squares = places.flatMap((row) =>
    places.filter((column) => isDark(row, column)).map((column) => `M${String(column)} ${String(row)}h1v1h-1z`),
  );
  return squares.join("");
}
