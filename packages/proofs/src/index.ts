/** The public API of the proofs. */
export { canonicalJson, NESTING_MAX, NotJsonError } from "./canonical-json.ts";
export { payloadHash, sha256Bytes, sha256Hex } from "./digest.ts";
export { chainHash, createChainCheck, verifyChain } from "./hash-chain.ts";
export type { ChainCheck, ChainDifference, ChainEntry, ChainHead, ChainLink, ChainStart } from "./hash-chain.ts";
