/** The public API of the elections that runs in Node and in browsers alike. */
export { createDiscreteLog } from "./crypto/discrete-log.ts";
export { addCiphertexts, decryptWithNonce, decryptWithSecret, encrypt } from "./crypto/elgamal.ts";
export type { Ciphertext, Encryption } from "./crypto/elgamal.ts";
export { plainExponentiation } from "./crypto/group/exponentiation.ts";
export type { Exponentiation, MakeExponentiation } from "./crypto/group/exponentiation.ts";
export { createGroup } from "./crypto/group/group.ts";
export type { Group, GroupOptions } from "./crypto/group/group.ts";
export { GROUP_V1_4096, GROUP_V2_3072, GROUP_V2_4096 } from "./crypto/group/parameters.ts";
export type { GroupParameters } from "./crypto/group/parameters.ts";
export { TOY_GROUP_16, TOY_GROUP_256, TOY_GROUP_64 } from "./crypto/group/toy-groups.ts";
export { hash } from "./crypto/hash/hash.ts";
export type { HashPart } from "./crypto/hash/hash.ts";
export { platformRandom, randomScalar } from "./crypto/random-scalar.ts";
export type { RandomBytes } from "./crypto/random-scalar.ts";
