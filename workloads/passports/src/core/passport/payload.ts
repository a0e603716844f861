/** Writes the payload of a passport (BPC-PASSPORT-1). The receipt holds the time of issue, so the hash names the content only. */
import { canonicalJson, type CanonicalValue, emptyObject, isList } from "../canonical/canonical-json.ts";
import { type Evaluation, fieldsAsJson } from "../rules/evaluate-rules.ts";

export const PAYLOAD_VERSION = "BPC-PASSPORT-1";

/** Subject of a passport: a product, or one battery of it. */
export type BatteryProduct = {
  readonly batteryProductId: string;
  readonly sku: string;
  readonly name: string;
  /** Serial number of a battery. Without it, the passport is about the product. */
  readonly serialNumber?: string | undefined;
};

export function payloadCanonical(product: BatteryProduct, evaluation: Evaluation): string {
  const { batteryProductId, sku, name, serialNumber } = product;
  return canonicalJson({
    payload_version: PAYLOAD_VERSION,
    battery_product: {
      battery_product_id: batteryProductId,
      sku,
      name,
      ...(serialNumber === undefined ? {} : { serial_number: serialNumber }),
    },
    fields: nestFields(fieldsAsJson(evaluation)),
    compliance: evaluation.compliance,
  });
}

type Nested = { [name: string]: CanonicalValue };

/** Nests fields by their paths: `a.b` becomes b inside a. No path is the beginning of another. */
export function nestFields(fields: ReadonlyMap<string, CanonicalValue>): Nested {
  const root = emptyObject<CanonicalValue>();
  for (const [path, value] of fields) {
    const steps = path.split(".");
    const last = steps.pop() ?? path;
    let group: Nested = root;
    for (const step of steps) {
      const next = group[step];
      const inner: Nested = isNested(next) ? next : emptyObject<CanonicalValue>();
      group[step] = inner;
      group = inner;
    }
    group[last] = value;
  }
  return root;
}

function isNested(value: CanonicalValue | undefined): value is Nested {
  return typeof value === "object" && value !== null && !isList(value);
}
