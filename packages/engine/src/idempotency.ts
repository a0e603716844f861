/**
 * Defines the rule of idempotency keys: the same key with the same input gets the same answer, with other input a refusal.
 *
 * Task keys, `once`, intake events and the workloads follow it. Each keeps its keys where its transaction needs them, with
 * the SHA-256 of the canonical JSON of the input. Large batches are compared in SQL; the rule and the refusal are here.
 */
import { payloadHash } from "@rota/proofs";
import { type ErrorDetails, RotaError } from "./errors.ts";

/**
 * Hash of an input, by which a repetition is recognized: 64 hexadecimal digits, the same for equal JSON values in whatever
 * order their members are. Leave out what differs between two tries of the same request, such as times and traces.
 *
 * @example const begun = await once.begin({ scope: tenant, key, inputHash: inputHashOf({ amount: 12, to: "ann" }) });
 */
export function inputHashOf(input: unknown): string {
  return payloadHash(input);
}

/** A key that is in use: its name for people, and what holds it. */
export type UsedKey = {
  /** Such as `event id "order-7"`. */
  readonly name: string;
  /** Such as `task 42`. Default: another request. */
  readonly holder?: string | undefined;
  readonly details?: ErrorDetails;
};

/**
 * Whether a request repeats the one that a key was used for. False: the key is free. Throws IDEMPOTENCY_CONFLICT when the
 * key was used with other input.
 *
 * @example if (isRepeated(kept?.inputHash, inputHashOf(input), { name: `key "${key}"` })) return kept.answer;
 */
export function isRepeated(keptHash: string | undefined, inputHash: string, key: UsedKey): boolean {
  if (keptHash === undefined) return false;
  if (keptHash === inputHash) return true;
  throw keyConflict(key);
}

/** The refusal of a key that was used with other input. */
export function keyConflict({ name, holder = "another request", details = {} }: UsedKey): RotaError {
  return new RotaError(
    "IDEMPOTENCY_CONFLICT",
    `${name} was used for ${holder}: use another one; nothing was done`,
    details,
  );
}

/** Headers of an answer that was given before. */
export const REPLAYED_HEADERS = { "idempotent-replayed": "true" } as const;
