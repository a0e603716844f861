/** Links entries: the hash of each covers all that is stored of it and the hash of the one before. */
import { sha256Hex } from "@rota/proofs";
import { entryText, type HashedEntry } from "./entry-text.ts";

/** The hash before the first entry: it names tenant and ledger, so that no chain passes for another's. */
export function genesisHash(tenant: string, ledger: string): string {
  return sha256Hex(`fis-chain-v1\0${tenant.toLowerCase()}\0${ledger.toLowerCase()}`);
}

/** SHA-256 of 0x01, the 32 bytes of the hash before, and the text of the entry, as 64 hexadecimal digits. */
export function entryHash(previousHash: string, entry: HashedEntry): string {
  return linkHash(previousHash, entryText(entry));
}

/** Texts up to this length are put together in one place, again and again: nothing is left over for each of them. */
const SHORT_LENGTH = 16_384;
/** A character takes at most three bytes for each of its UTF-16 code units. */
const shortContent = Buffer.alloc(1 + 32 + SHORT_LENGTH * 3);

export function linkHash(previousHash: string, text: string): string {
  const content = text.length <= SHORT_LENGTH ? shortContent : Buffer.alloc(1 + 32 + text.length * 3);
  content[0] = 1;
  const start = 1 + content.write(previousHash, 1, "hex");
  return sha256Hex(content.subarray(0, start + content.write(text, start, "utf8")));
}
