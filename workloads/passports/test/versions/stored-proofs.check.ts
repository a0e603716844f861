/** Tests of stored proofs: passports share their blocks, and each block is checked when it is read. Proofs that are stored in one piece are read too. */
import { sql, type Sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { refused } from "../life/answers.ts";
import { openWorld, type World } from "../life/world.ts";
import { postAction, giveKey, prepare, replay, signedVersion, type Ground } from "./version-steps.ts";

let world: World;
let ground: Ground;
let versionId: string;

beforeAll(async () => {
  giveKey();
  world = await openWorld();
  ground = await prepare(world);
});
afterAll(async () => {
  await world.dispose();
  vi.unstubAllEnvs();
});

let passports = 0;
beforeEach(async () => {
  versionId = await signedVersion(world, ground, `SN-1-${String(++passports)}`);
});

const proofOf = (id: string) => world.ask("GET", `/v1/passport-versions/${id}/proof`);

const countBlocks = async () => {
  const [row] = await world.database.query(
    sql<{ blocks: bigint }>`select count(*) as blocks from rota.passports_proof_blocks`,
  );
  return row?.blocks;
};

/** Changes blocks without the guards of the database until the end of the test, and then restores blocks and guards for the next test. */
async function withGuardsOff(change: Sql): Promise<void> {
  const { database } = world;
  const [hashed] = await database.query(sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
     where conname = 'passports_proof_blocks_are_hashed' and connamespace = ${database.schema}::regnamespace`);
  const unguarded = (changes: readonly Sql[]) =>
    database.transaction(async (tx) => {
      await tx.query(sql`alter table rota.passports_versions disable trigger user`);
      await tx.query(sql`alter table rota.passports_proof_blocks disable trigger user`);
      for (const each of changes) await tx.query(each);
      await tx.query(sql`alter table rota.passports_versions enable trigger user`);
      await tx.query(sql`alter table rota.passports_proof_blocks enable trigger user`);
    });
  onTestFinished(() =>
    unguarded([
      sql`delete from rota.passports_proof_blocks`,
      sql`insert into rota.passports_proof_blocks select * from rota.whole_blocks`,
      sql`drop table rota.whole_blocks`,
      sqlScript(`
        alter table ${database.schema}.passports_proof_blocks
          add constraint passports_proof_blocks_are_hashed ${hashed?.rule ?? ""}`),
    ]),
  );
  await unguarded([
    sql`create table rota.whole_blocks as table rota.passports_proof_blocks`,
    sql`alter table rota.passports_proof_blocks drop constraint passports_proof_blocks_are_hashed`,
    change,
  ]);
}

test("two passports of the same facts and rules share the blocks of their proofs", async () => {
  const before = await countBlocks();
  const other = await signedVersion(world, ground, "SN-2");

  expect(before).toBeGreaterThan(0n);
  expect(await countBlocks()).toBe(before);
  expect((await proofOf(other)).bytes).toEqual((await proofOf(versionId)).bytes);
});

test("a proof that is stored in one piece is returned and replayed unchanged", async () => {
  const { bytes } = await proofOf(versionId);
  await withGuardsOff(sql`
    update rota.passports_versions set proof_canonical = ${bytes}, proof_blocks = null
     where passport_version_id = ${versionId}::uuid`);

  expect((await proofOf(versionId)).bytes).toEqual(bytes);
  expect(await replay(world, versionId)).toEqual({ verification: "passed" });
});

test.each<[string, RegExp, () => Sql]>([
  [
    "whose content is another",
    /block 1 of 2 does not have its hash/,
    () => sql`
      update rota.passports_proof_blocks set content = set_byte(content, 30, 66)
       where block_hash = (select substring(proof_blocks for 32) from rota.passports_versions
                            where passport_version_id = ${versionId}::uuid)`,
  ],
  [
    "that is not there",
    /block 2 of 2 is not there/,
    () => sql`
      delete from rota.passports_proof_blocks
       where block_hash = (select substring(proof_blocks from 33) from rota.passports_versions
                            where passport_version_id = ${versionId}::uuid)`,
  ],
  [
    "that is none",
    /it cannot be unpacked/,
    () => sql`
      with other as (
        insert into rota.passports_proof_blocks (tenant, block_hash, content)
        values ('default', sha256('{'::bytea), '{'::bytea) returning block_hash)
      update rota.passports_versions set proof_blocks = block_hash from other
       where passport_version_id = ${versionId}::uuid`,
  ],
])("a block %s is detected by reading the proof and by a replay", async (_, message, change) => {
  await withGuardsOff(change());

  const answer = await refused(503, proofOf(versionId));
  const replayed = await refused(409, postAction(world, versionId, "replay"));

  expect(answer.code).toBe("PROOF_DAMAGED");
  expect(answer.detail).toMatch(message);
  expect(replayed.code).toBe("REPLAY_MISMATCH");
  expect(replayed.detail).toMatch(message);
});

test("blocks in another order are detected by a replay", async () => {
  await withGuardsOff(sql`
    update rota.passports_versions
       set proof_blocks = substring(proof_blocks from 33) || substring(proof_blocks for 32)
     where passport_version_id = ${versionId}::uuid`);

  const replayed = await refused(409, postAction(world, versionId, "replay"));

  expect(replayed.detail).toContain("the stored proof is not the one that the passport compiles to");
});

test("the database refuses to change or delete blocks, and references to missing ones", async () => {
  const pointing = (whole: Uint8Array | null, blocks: Uint8Array | null) => sql`
    insert into rota.passports_versions
           (tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by,
            payload_canonical, payload_hash, proof_canonical, proof_blocks, proof_root_hash, receipt_canonical, receipt_hash, compiled_at)
    select tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at - interval '1 second', created_by,
           payload_canonical, payload_hash, ${whole}, ${blocks}, proof_root_hash, receipt_canonical, receipt_hash, compiled_at
      from rota.passports_versions where passport_version_id = ${versionId}::uuid`;
  const [held] = await world.database.query(sql<{ proof_blocks: Uint8Array }>`
    select proof_blocks from rota.passports_versions where passport_version_id = ${versionId}::uuid`);
  const blocks = held?.proof_blocks ?? null;

  for (const change of [
    sql`update rota.passports_proof_blocks set content = content`,
    sql`delete from rota.passports_proof_blocks`,
    sql`update rota.passports_versions set proof_blocks = proof_blocks where passport_version_id = ${versionId}::uuid`,
  ])
    await expect(world.database.query(change)).rejects.toThrow("do not change");
  for (const [whole, pointed, constraint] of [
    [null, Buffer.alloc(32), "passports_versions_have_their_proof"],
    [null, Buffer.alloc(31), "passports_versions_proof_blocks_are_hashes"],
    [null, null, "passports_versions_are_compiled_whole"],
    [Buffer.from("{}"), blocks, "passports_versions_are_compiled_whole"],
  ] as const)
    await expect(world.database.query(pointing(whole, pointed))).rejects.toMatchObject({ constraint });
  await expect(
    world.database.query(sql`
      insert into rota.passports_proof_blocks (tenant, block_hash, content) values ('default', sha256('x'), 'y')`),
  ).rejects.toMatchObject({ constraint: "passports_proof_blocks_are_hashed" });
  await expect(world.database.query(pointing(null, blocks))).resolves.toEqual([]);
});
