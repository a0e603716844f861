/** The units of quantities, and which of them convert into each other. */

/** A unit's family and how many of its smallest unit it is; units of one family convert. */
const UNITS = {
  kg: ["mass", 1_000n],
  g: ["mass", 1n],
  kWh: ["energy", 1_000n],
  Wh: ["energy", 1n],
  tCO2e: ["emission", 1_000_000n],
  kgCO2e: ["emission", 1_000n],
  gCO2e: ["emission", 1n],
  gCO2e_per_kWh: ["gCO2e_per_kWh", 1n],
  kgCO2e_per_kWh: ["kgCO2e_per_kWh", 1n],
  pct: ["pct", 1n],
  pct_per_month: ["pct_per_month", 1n],
  each: ["each", 1n],
  Ah: ["Ah", 1n],
  V: ["V", 1n],
  W: ["W", 1n],
  Ohm: ["Ohm", 1n],
  degC: ["degC", 1n],
  min: ["min", 1n],
  a: ["a", 1n],
  W_per_Wh: ["W_per_Wh", 1n],
  A_per_Ah: ["A_per_Ah", 1n],
} as const satisfies Record<string, readonly [family: string, size: bigint]>;

export type Unit = keyof typeof UNITS;

export const UNIT_NAMES: readonly string[] = Object.keys(UNITS);
/** Fraction digits of every quantity. */
export const QUANTITY_SCALE = 6;

export function isUnit(name: string): name is Unit {
  return Object.hasOwn(UNITS, name);
}

/** By what a quantity is multiplied and divided to be in another unit; undefined when that is not possible. */
export function conversion(from: Unit, to: Unit): { readonly times: bigint; readonly over: bigint } | undefined {
  const [fromFamily, times] = UNITS[from];
  const [toFamily, over] = UNITS[to];
  return fromFamily === toFamily ? { times, over } : undefined;
}
