/** Splits a batch into parts. One job handles one part in one transaction. */
import { isUuid } from "../core/passport/receipt.ts";

/** Range of positions in a batch, both ends included. */
export type BatchPart = { readonly batchId: string; readonly from: number; readonly to: number };

/** Number of batteries per part: large enough that the cost of a job is small, and small enough that other tenants get their turn soon. */
export const PART_SIZE = 40;

export function partsOf(batchId: string, size: number): BatchPart[] {
  return Array.from({ length: Math.ceil(size / PART_SIZE) }, (_, nth) => {
    const from = nth * PART_SIZE + 1;
    return { batchId, from, to: Math.min(size, from + PART_SIZE - 1) };
  });
}

export function isPart(given: unknown): given is BatchPart {
  if (typeof given !== "object" || given === null) return false;
  if (!("batchId" in given) || !("from" in given) || !("to" in given)) return false;
  const { batchId, from, to } = given;
  return typeof batchId === "string" && isUuid(batchId) && isPosition(from) && isPosition(to) && from <= to;
}

function isPosition(given: unknown): given is number {
  return typeof given === "number" && Number.isSafeInteger(given) && given >= 1;
}
