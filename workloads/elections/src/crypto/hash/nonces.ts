/** Numbers that follow from a seed: whoever knows one ballot nonce can repeat the whole encryption. */
import { hash, type HashPart } from "./hash.ts";

/** The number at an index of the sequence that a seed and headers name. */
export function nonceAt(
  group: { readonly q: bigint },
  { seed, headers = [], index }: { seed: bigint; headers?: readonly HashPart[]; index: number },
): bigint {
  const start = headers.length === 0 ? seed : hash(group, seed, ...headers);
  return hash(group, start, index);
}
