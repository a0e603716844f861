/**
 * Many powers at once: for each bit, the product of the bases whose exponent has it.
 *
 * From these products follows the product of all powers, and whether all bases belong to a subgroup. Bases with the same
 * digit share their multiplications, so that a base of a thousand costs some 20 of them and no squaring. For exponents
 * that are public: the steps depend on them.
 */
export type Power = { readonly base: bigint; readonly exponent: bigint };

/** `bits` products, the one of the lowest bit first. */
export function bitProducts(powers: readonly Power[], { p, bits }: { p: bigint; bits: number }): bigint[] {
  const width = digitBitsFor(powers.length, bits);
  const products: bigint[] = [];
  for (let from = 0; from < bits; from += width) products.push(...digitProducts(powers, { p, from, width }));
  return products.slice(0, bits);
}

/** The product of all powers. */
export function productOf(products: readonly bigint[], p: bigint): bigint {
  return products.reduceRight((result, product) => (((result * result) % p) * product) % p, 1n);
}

const DIGIT_BITS_MAX = 12;

/** The one that takes the fewest multiplications. */
function digitBitsFor(count: number, bits: number): number {
  const widths = Array.from({ length: DIGIT_BITS_MAX }, (_, index) => index + 1);
  const cost = (width: number) => Math.ceil(bits / width) * (count + 2 * 2 ** width);
  return widths.reduce((best, width) => (cost(width) < cost(best) ? width : best));
}

/** First all bases with the same digit are multiplied, then the digits that share a bit. */
function digitProducts(
  powers: readonly Power[],
  { p, from, width }: { p: bigint; from: number; width: number },
): bigint[] {
  const shift = BigInt(from);
  let byDigit = Array.from({ length: 2 ** width }, () => 1n);
  for (const { base, exponent } of powers) {
    const digit = Number(BigInt.asUintN(width, exponent >> shift));
    if (digit !== 0) byDigit[digit] = ((byDigit[digit] ?? 1n) * base) % p;
  }
  const products: bigint[] = [];
  while (byDigit.length > 1) {
    const half = byDigit.length / 2;
    const [without, having] = [byDigit.slice(0, half), byDigit.slice(half)];
    products.unshift(having.reduce((product, factor) => (product * factor) % p, 1n));
    byDigit = without.map((factor, digit) => (factor * (having[digit] ?? 1n)) % p);
  }
  return products;
}
