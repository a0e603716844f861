/** The statements about stored proofs. */
import { sql, type Sql } from "@rota/engine";
import { pack } from "../../pack.ts";
import type { ProofBlock } from "./pack-proof.ts";

/** Returns nothing. Those that are there are left as they are; all writers have one order and never wait for each other in a ring. */
export const insertProofBlocks = (tenant: string, blocks: readonly ProofBlock[]): Sql => {
  const contents = pack(blocks.map(({ content }) => content));
  return sql`
  insert into rota.passports_proof_blocks (tenant, block_hash, content)
  select ${tenant}, decode(hash, 'hex'), substring(${contents.bytes}::bytea from start for length)
    from unnest(${blocks.map(({ hash }) => hash)}::text[], ${contents.starts}::integer[], ${contents.lengths}::integer[])
         as given (hash, start, length)
   order by hash
  on conflict do nothing`;
};

export type StoredProofRow = {
  /** From 1. Null: the proof was stored whole. */
  nth: number | null;
  /** Null: the block is not there. */
  content: Uint8Array | null;
  /** Whether the block has its hash. */
  is_whole: boolean | null;
};

/** Returns the blocks of a proof in their order, or one row with the whole of it. No row: it is not compiled. */
export const selectProof = (versionId: string): Sql<StoredProofRow> => sql<StoredProofRow>`
  select null::integer as nth, proof_canonical as content, null::boolean as is_whole
    from rota.passports_versions
   where passport_version_id = ${versionId}::uuid and proof_canonical is not null
   union all
  select ((start + 31) / 32)::integer as nth, block.content, sha256(block.content) = block.block_hash as is_whole
    from rota.passports_versions as version
   cross join generate_series(1, length(version.proof_blocks), 32) as start
    left join rota.passports_proof_blocks as block
      on block.tenant = version.tenant and block.block_hash = substring(version.proof_blocks from start for 32)
   where version.passport_version_id = ${versionId}::uuid
   order by nth`;
