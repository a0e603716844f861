/** Exponential ElGamal: a number is hidden in an exponent, and the product of two ciphertexts hides the sum. */
import type { Group } from "./group/group.ts";

/** (g^r, g^m K^r) for a message m, a nonce r and a public key K. */
export type Ciphertext = { readonly pad: bigint; readonly data: bigint };

export type Encryption = { readonly message: bigint; readonly nonce: bigint; readonly publicKey: bigint };

export function encrypt(group: Group, { message, nonce, publicKey }: Encryption): Ciphertext {
  const hidden = group.fixedPower(publicKey, nonce);
  return {
    pad: group.fixedPower(group.g, nonce),
    data: group.multiply(group.fixedPower(group.g, message), hidden),
  };
}

/** g^m: the message is its discrete logarithm. */
export function decryptWithSecret(group: Group, ciphertext: Ciphertext, secret: bigint): bigint {
  return group.divide(ciphertext.data, group.power(ciphertext.pad, secret));
}

/** g^m, from the nonce of the encryption. */
export function decryptWithNonce(
  group: Group,
  ciphertext: Ciphertext,
  { nonce, publicKey }: { nonce: bigint; publicKey: bigint },
): bigint {
  return group.divide(ciphertext.data, group.fixedPower(publicKey, nonce));
}

/** The ciphertext of the sum. Any order and any grouping gives the same; of nothing it is neutral, which hides 0. */
export function addCiphertexts(group: Group, ciphertexts: Iterable<Ciphertext>): Ciphertext {
  const all = [...ciphertexts];
  return { pad: group.product(all.map(({ pad }) => pad)), data: group.product(all.map(({ data }) => data)) };
}
