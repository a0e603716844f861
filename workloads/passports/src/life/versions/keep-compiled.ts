/** Keeps what was compiled and tells of it, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import { appendPassportEvents } from "../events/append-passport-events.ts";
import type { PassportToStore } from "./compiling/compile-stored.ts";
import type { ProofBlock } from "./proofs/pack-proof.ts";
import { insertProofBlocks } from "./proofs/proofs.sql.ts";
import { eventOf } from "./version.ts";
import { storeCompiled, type VersionRow } from "./versions.sql.ts";

export type CompiledVersion = {
  readonly version: VersionRow;
  readonly passport: PassportToStore;
};

/** All are of one tenant; with the blocks that their proofs are made of. */
export async function keepCompiled(
  tx: Transaction,
  compiled: readonly CompiledVersion[],
  blocks: readonly ProofBlock[],
): Promise<void> {
  const [first] = compiled;
  if (first === undefined) return;
  await tx.query(insertProofBlocks(first.version.tenant, blocks));
  await tx.query(
    storeCompiled(compiled.map(({ version, passport }) => ({ versionId: version.passport_version_id, ...passport }))),
  );
  await appendPassportEvents(
    tx,
    compiled.map(({ version, passport }) => {
      const { payload, ...event } = eventOf(version);
      return { ...event, type: "PASSPORT_COMPILED", payload: { ...payload, ...hashesOf(passport) } };
    }),
  );
}

export function hashesOf({ payloadHash, proofRootHash, receiptHash }: CompiledVersion["passport"]) {
  return { payload_hash: payloadHash, proof_root_hash: proofRootHash, receipt_hash: receiptHash };
}
