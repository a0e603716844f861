/** Reads the proof of a version as it was compiled, however it is stored. */
import type { Queryable } from "@rota/engine";
import { damagedProof, openBlocks } from "./pack-proof.ts";
import { selectProof, type StoredProofRow } from "./proofs.sql.ts";

/** Undefined: it is not compiled. @throws PROOF_DAMAGED when what is stored is not what was stored. */
export async function readStoredProof(on: Queryable, versionId: string): Promise<Uint8Array | undefined> {
  const rows = await on.query(selectProof(versionId));
  const [first] = rows;
  if (first === undefined) return undefined;
  if (first.nth === null) return first.content ?? undefined;
  return openBlocks(rows.map((row) => contentOf(row, rows.length)));
}

function contentOf({ nth, content, is_whole }: StoredProofRow, count: number): Uint8Array {
  const block = `block ${String(nth)} of ${String(count)}`;
  if (content === null) throw damagedProof(`${block} is not there`);
  if (is_whole !== true) throw damagedProof(`${block} does not have its hash`);
  return content;
}
