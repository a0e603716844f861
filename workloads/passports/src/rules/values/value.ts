/** What rules compute with. */
import type { JsonValue } from "../../canonical/json-value.ts";
import type { Unit } from "../../decimals/units.ts";

export type Scalar =
  | { readonly kind: "Bool"; readonly value: boolean }
  | { readonly kind: "Int"; readonly value: bigint }
  | { readonly kind: "Text" | "Date"; readonly value: string }
  | { readonly kind: "Dec"; readonly digits: bigint; readonly scale: number }
  /** Digits are in millionths of the unit. */
  | { readonly kind: "Qty"; readonly digits: bigint; readonly unit: Unit }
  | { readonly kind: "None" };

export type Value =
  | Scalar
  | { readonly kind: "Some"; readonly value: Value }
  /** `size` is about the length of its canonical form, known before that is written. */
  | { readonly kind: "List"; readonly items: readonly Value[]; readonly size: number }
  /** Out of a fact, as it is there. */
  | { readonly kind: "Json"; readonly value: JsonValue };

export const NONE: Value = { kind: "None" };
