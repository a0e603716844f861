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

export function linkHash(previousHash: string, text: string): string {
  const content = Buffer.concat([Buffer.of(1), Buffer.from(previousHash, "hex"), Buffer.from(text, "utf8")]);
  return sha256Hex(content);
}
