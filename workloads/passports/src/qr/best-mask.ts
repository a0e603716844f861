/** Chooses the mask of a QR code as ISO/IEC 18004 does: the one whose symbol has the least penalty. Pure. */

export type MaskedSymbol = {
  /** Modules of a side. */
  readonly size: number;
  /** Row by row; bit n of a module: whether it is dark under mask n. All eight are weighed at once. */
  readonly modules: Uint8Array;
};

const MASKS = 8;
const ALL = 0xff;

const FIVE_ALIKE = 3;
const ONE_MORE_ALIKE = 1;
const BLOCK_ALIKE = 3;
const LIKE_A_FINDER = 40;
const UNBALANCED = 10;

/** Of masks with the same penalty it is the first. */
export function bestMask(symbol: MaskedSymbol): number {
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

/** Runs of five or more modules alike, and what a scanner could take for the corner of a symbol. */
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

/** Dark, light, three dark, light, dark: under which masks they end here. */
function cornerAt(modules: Uint8Array, place: number, step: number): number {
  const dark =
    (modules[place] ?? 0) &
    (modules[place - 2 * step] ?? 0) &
    (modules[place - 3 * step] ?? 0) &
    (modules[place - 4 * step] ?? 0) &
    (modules[place - 6 * step] ?? 0);
  return dark & ~((modules[place - step] ?? 0) | (modules[place - 5 * step] ?? 0));
}

/** Under which masks four modules are light. */
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

/** Each step of five in a hundred away from half of the modules dark. */
function weighBalance({ modules }: MaskedSymbol, penalties: number[]): void {
  const dark = new Array<number>(MASKS).fill(0);
  for (const module of modules) add(dark, module, 1);
  for (const [mask, count] of dark.entries()) {
    const steps = Math.abs(Math.ceil((count * 100) / modules.length / 5) - 10);
    penalties[mask] = (penalties[mask] ?? 0) + steps * UNBALANCED;
  }
}

/** Adds points for each mask whose bit is set. */
function add(penalties: number[], masks: number, points: number): void {
  for (let left = masks; left !== 0; left &= left - 1) {
    const mask = 31 - Math.clz32(left & -left);
    penalties[mask] = (penalties[mask] ?? 0) + points;
  }
}
