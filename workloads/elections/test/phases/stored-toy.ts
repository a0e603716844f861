/** Writes a closed toy election directly into the tables, so that tests of phases need not run one. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { json, sql, type Database, type Transaction } from "@rota/engine";
import { deviceHash } from "../../src/core/ballots/ballot.ts";
import { encryptBallot } from "../../src/core/ballots/encrypt-ballot.ts";
import { packBallot } from "../../src/core/ballots/pack-ballot.ts";
import { toHex } from "../../src/core/crypto/hash.ts";
import { randomScalar } from "../../src/core/crypto/scalars.ts";
import type { Group } from "../../src/core/crypto/group.ts";
import { createGuardianKeys, type GuardianKeys, sealBackup } from "../../src/core/guardians/key-ceremony.ts";
import { closeElection, createElection, openElection } from "../../src/store/election-lifecycle.ts";
import { contextOfElection, type LifeElection } from "../../src/store/election.ts";
import { setReady } from "../../src/store/elections.sql.ts";
import { createToken } from "../../src/store/tokens.ts";
import { groupOf } from "../../src/core/node/native-crypto.ts";
import { backupToJson, guardianToJson } from "../../src/core/records/write-ballot.ts";
import { TOY_ELECTION, type ToyGuardian } from "../life/toy-life.ts";

export type StoredToy = {
  readonly electionId: string;
  readonly guardians: readonly ToyGuardian[];
  /** Votes by selection of the ballots that were cast. */
  readonly counts: Readonly<Record<string, number>>;
  /** Nonces that would open cast ballots. No part of the system ever has them. */
  readonly nonces: readonly bigint[];
};

export type ToyOptions = {
  readonly cast?: number;
  readonly challenged?: number;
  readonly guardians?: number;
  readonly quorum?: number;
  readonly chunkSize?: number;
  readonly tenant?: string;
  readonly reporting?: "election" | "chunk";
  /** Default `toy-256`. */
  readonly group?: string;
  /** Number of copies of each ballot. Default 1. Copies have their own ids and valid proofs, but no chain of codes. */
  readonly copies?: number;
};

const ACTOR = "olga";
const MAYORS = ["mayor-mayor-candidate-1", "mayor-mayor-candidate-2"];
const COUNCIL = [1, 2, 3].map((place) => `council-council-candidate-${String(place)}`);

export async function storeToy(database: Database, options: ToyOptions = {}): Promise<StoredToy> {
  const {
    cast = 2,
    challenged = 0,
    guardians: count = 1,
    quorum = count,
    chunkSize = 200,
    tenant = "default",
  } = options;
  const named = Array.from({ length: count }, (_, index) => ({ name: `Guardian ${String(index + 1)}` }));
  const { reporting = "election", copies = 1, group: groupName = "toy-256" } = options;
  const group = groupOf(groupName);
  const request = { ...TOY_ELECTION, guardians: named, quorum, chunkSize, reporting, group: groupName };
  const created = database.transaction((tx) => createElection(tx, { request, tenant, actor: ACTOR }));
  const { election } = await created;
  const { electionId } = election;
  const guardians = named.map((_, index) => ({
    ...createToken(),
    keys: createGuardianKeys(group, { guardianId: `guardian-${String(index + 1)}`, sequence: index + 1, quorum }),
  }));
  await database.transaction(async (tx) => {
    for (const { keys, hash } of guardians)
      await storeGuardian(tx, { group, electionId }, { keys, hash, all: guardians });
    await tx.query(setReady(electionId));
  });
  const name = { electionId, tenant };
  const opened = await database.transaction((tx) => openElection(tx, { name, actor: ACTOR }));
  const { counts, nonces } = await database.transaction(async (tx) => {
    const stored = await storeBallots(tx, opened, { cast, challenged });
    if (copies > 1) await copyBallots(tx, electionId, copies);
    return stored;
  });
  await database.transaction((tx) => closeElection(tx, { name, actor: ACTOR }));
  const multiplied = Object.entries(counts).map(([id, votes]) => [id, votes * copies] as const);
  return { electionId: String(electionId), guardians, counts: Object.fromEntries(multiplied), nonces };
}

async function storeGuardian(
  tx: Transaction,
  { group, electionId }: { group: Group; electionId: bigint },
  { keys, hash, all }: { keys: GuardianKeys; hash: Uint8Array; all: readonly { keys: GuardianKeys }[] },
): Promise<void> {
  const { sequence } = keys.public;
  await tx.query(sql`
    update rota.elections_guardians
       set token_hash = ${hash}, published = ${json(guardianToJson(keys.public))}, published_at = now(), backed_up_at = now(),
           verified_at = now()
     where election_id = ${electionId} and sequence = ${sequence}`);
  for (const { keys: receiver } of all.filter((other) => other.keys !== keys)) {
    const sealed = backupToJson(sealBackup(group, { sender: keys, receiver: receiver.public })).encrypted_coordinate;
    await tx.query(sql`
      insert into rota.elections_backups (election_id, sender, receiver, sealed, state)
      values (${electionId}, ${sequence}, ${receiver.public.sequence}, ${json(sealed)}, 'ACCEPTED')`);
  }
}

async function storeBallots(
  tx: Transaction,
  election: LifeElection,
  { cast, challenged }: { cast: number; challenged: number },
): Promise<Pick<StoredToy, "counts" | "nonces">> {
  const { electionId } = election;
  const nonces: bigint[] = [];
  const counts = Object.fromEntries([...MAYORS, ...COUNCIL].map((selection) => [selection, 0]));
  await tx.query(sql`
    insert into rota.elections_voters (election_id, voter_id, style_id, has_voted)
    select ${electionId}, 'voter-' || number, 'all', number <= ${cast} from generate_series(1, ${cast + challenged}) as number`);
  for (let index = 0; index < cast + challenged; index++) {
    const votes = {
      mayor: [MAYORS[randomInt(2)] ?? ""],
      council: COUNCIL.filter(() => randomInt(2) === 0).slice(0, 2),
    };
    const nonce = await storeBallot(tx, election, { votes, state: index < cast ? "CAST" : "CHALLENGED" });
    if (index >= cast) continue;
    nonces.push(nonce);
    for (const id of Object.values(votes).flat()) counts[id] = (counts[id] ?? 0) + 1;
  }
  return { counts, nonces };
}

/** Time limit for copies: a million take minutes. */
const COPY_TIMEOUT_MS = 900_000;

async function copyBallots(tx: Transaction, electionId: bigint, copies: number): Promise<void> {
  const copy = sql`
    with copied as (
      insert into rota.elections_ballots (election_id, ballot_id, state, style_id, code, previous_code, device_hash, content, key_hash)
      select election_id, ballot_id || '-' || number, state, style_id,
             upper(encode(sha256(convert_to('code ' || ballot_id || number, 'UTF8')), 'hex')),
             upper(encode(sha256(convert_to('seed ' || ballot_id || number, 'UTF8')), 'hex')),
             device_hash, content, key_hash
        from rota.elections_ballots, generate_series(2, ${copies}) as number
       where election_id = ${electionId} and state = 'CAST'
      returning ballot_id)
    insert into rota.elections_voters (election_id, voter_id, style_id, has_voted)
    select ${electionId}, 'voter of ' || ballot_id, 'all', true from copied`;
  await tx.query(copy, { timeoutMs: COPY_TIMEOUT_MS });
}

/** Stores a ballot and returns the nonce that opens it. */
async function storeBallot(
  tx: Transaction,
  election: LifeElection,
  { votes, state }: { votes: Record<string, string[]>; state: "CAST" | "CHALLENGED" },
): Promise<bigint> {
  const { electionId, manifest, manifestHash } = election;
  const group = groupOf(election.groupName);
  const context = contextOfElection(election);
  const device = { deviceId: randomInt(2 ** 32), sessionId: randomInt(2 ** 32), launchCode: 1, location: "browser" };
  const contests = Object.entries(votes).map(([contestId, ids]) => ({
    contestId,
    selections: ids.map((selectionId) => ({ selectionId, vote: 1 })),
  }));
  const plain = { ballotId: `ballot-${randomUUID()}`, styleId: "all", contests };
  const nonce = randomScalar(group);
  const codeSeed = deviceHash(group, device);
  const work = { ballot: plain, nonce, codeSeed, timestamp: 1_700_000_000 };
  const { ballot } = encryptBallot(group, { manifest, context }, work);
  const { content } = packBallot(group, { manifest, manifestHash }, ballot);
  const hash = toHex(codeSeed);
  await tx.query(sql`
    insert into rota.elections_devices (election_id, device_hash, device_id, session_id, launch_code, location)
    values (${electionId}, ${hash}, ${device.deviceId}, ${device.sessionId}, 1, 'browser')`);
  await tx.query(sql`
    insert into rota.elections_ballots (election_id, ballot_id, state, style_id, code, previous_code, device_hash, content, key_hash)
    values (${electionId}, ${plain.ballotId}, ${state}, 'all', ${toHex(ballot.code)}, ${hash}, ${hash}, ${content}, ${randomBytes(32)})`);
  if (state === "CAST") return nonce;
  const opened = Object.fromEntries(
    ballot.contests.map(({ contestId, selections }) => [
      contestId,
      Object.fromEntries(
        selections
          .filter(({ isPlaceholder }) => !isPlaceholder)
          .map(({ selectionId }) => [selectionId, votes[contestId]?.includes(selectionId) === true ? 1 : 0]),
      ),
    ]),
  );
  await tx.query(sql`
    insert into rota.elections_opened_ballots (election_id, ballot_id, nonce, verdict, votes)
    values (${electionId}, ${plain.ballotId}, ${toHex(nonce)}, 'REPEATED', ${json(opened)})`);
  return nonce;
}
