/** Tests that a scanner reads from a QR code what was written into it. */
import jsQr from "jsqr";
import { expect, test } from "vitest";
import { qrModules, qrPath } from "./qr-modules.ts";

const SQUARE_PIXELS = 4;

test("a scanner reads the address of a ballot from its QR code", () => {
  const address = `https://vote.example.org/observe/42#${"5F2A".repeat(16)}`;
  const { size, isDark } = qrModules(address);
  const side = size * SQUARE_PIXELS;
  const pixels = new Uint8ClampedArray(4 * side * side);
  for (let place = 0; place < side * side; place++) {
    const [row, column] = [Math.floor(place / side), place % side];
    const value = isDark(Math.floor(row / SQUARE_PIXELS), Math.floor(column / SQUARE_PIXELS)) ? 0 : 255;
    pixels.set([value, value, value, 255], 4 * place);
  }

  expect(jsQr.default(pixels, side, side)?.data).toBe(address);
  expect(qrPath({ size, isDark })).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
});
