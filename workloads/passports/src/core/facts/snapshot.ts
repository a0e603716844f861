/** Seals the facts of a snapshot as one hash (BPC-SNAPSHOT-1). */
import { PassportError } from "../../errors.ts";
import { canonicalJson, compareCodePoints, isJsonObject, isList, type JsonValue } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { Fact } from "./fact.ts";

const SNAPSHOT_VERSION = "BPC-SNAPSHOT-1";

export type SnapshotItem = Pick<Fact, "factType" | "factKey" | "payloadHash">;

export type SnapshotSeal = { readonly snapshotCanonical: string; readonly snapshotHash: string };

/** Seals the facts. Refuses two facts of the same type and key, because a rule could not distinguish them. */
export function sealSnapshot(snapshotId: string, items: readonly SnapshotItem[]): SnapshotSeal {
  const sorted = [...items].sort(compareItems);
  sorted.forEach((item, index) => {
    const before = sorted[index - 1];
    if (before?.factType !== item.factType || before.factKey !== item.factKey) return;
    const { factType, factKey } = item;
    const message = `the snapshot holds two facts ${factType} ${factKey}: remove one of them`;
    throw new PassportError("VALIDATION_ERROR", message, { reason: "DUPLICATE_FACT", factType, factKey });
  });
  const facts = sorted.map(textOfItem).join(",");
  const snapshotCanonical = `{"facts":[${facts}],"snapshot_id":${canonicalJson(snapshotId)},"snapshot_version":"${SNAPSHOT_VERSION}"}`;
  return { snapshotCanonical, snapshotHash: sha256Hex(snapshotCanonical) };
}

/** Writes an item directly in canonical order, which is faster than canonicalJson: a snapshot has many items. */
function textOfItem({ factType, factKey, payloadHash }: SnapshotItem): string {
  return `{"fact_key":${canonicalJson(factKey)},"fact_type":${canonicalJson(factType)},"payload_hash":${canonicalJson(payloadHash)}}`;
}

/** Returns the hashes of the facts in a snapshot, or undefined if the snapshot does not have this form. */
export function factHashesOf(snapshot: JsonValue): ReadonlySet<string> | undefined {
  if (!isJsonObject(snapshot) || snapshot["snapshot_version"] !== SNAPSHOT_VERSION) return undefined;
  const { facts } = snapshot;
  if (!isList<JsonValue>(facts)) return undefined;
  const hashes = facts.map((fact) => (isJsonObject(fact) ? fact["payload_hash"] : undefined));
  return hashes.every((hash) => typeof hash === "string") ? new Set(hashes) : undefined;
}

function compareItems(a: SnapshotItem, b: SnapshotItem): number {
  return (
    compareCodePoints(a.factType, b.factType) ||
    compareCodePoints(a.factKey, b.factKey) ||
    compareCodePoints(a.payloadHash, b.payloadHash)
  );
}
