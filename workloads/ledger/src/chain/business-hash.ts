/** The hash by which a repeated event is known: of what was asked for, and of nothing that changes on the way. */
import { payloadHash } from "@rota/proofs";

/**
 * SHA-256 of the canonical JSON (RFC 8785) of an event, a draft, a reversal or a correction with its lines; whole
 * numbers count as their text. Leave out what differs between two sendings of the same: envelopes, traces, times.
 */
export function businessHash(command: object): string {
  return payloadHash(plain(command));
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, plain(member)]),
  );
}
