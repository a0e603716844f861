/** Orders texts by code points, which is the order of their UTF-8 bytes and not the order of JavaScript. */

const SURROGATES_BEGIN = 0xd800;
const SURROGATES_END = 0xe000;

/** Negative when `left` comes first, 0 when they are equal. */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Halves of characters beyond U+FFFF come after all other units. */
function rank(unit: number): number {
  return unit >= SURROGATES_BEGIN && unit < SURROGATES_END ? unit + SURROGATES_END : unit;
}
