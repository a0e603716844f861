/** Plays the guardians and voters of a small election, each with a token, over the HTTP API only. */
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { deviceHash, type Device } from "../../src/core/ballots/ballot.ts";
import { encryptBallot } from "../../src/core/ballots/encrypt-ballot.ts";
import { fromHex, toHex } from "../../src/core/crypto/hash.ts";
import { randomScalar } from "../../src/core/crypto/scalars.ts";
import {
  createGuardianKeys,
  type GuardianKeys,
  openBackup,
  sealBackup,
} from "../../src/core/guardians/key-ceremony.ts";
import { readManifest } from "../../src/core/manifest/manifest-json.ts";
import { readJson, type JsonValue } from "../../src/core/records/json-reader.ts";
import { readContext, readGuardian } from "../../src/core/records/read-record.ts";
import { backupToJson, encryptedBallotToJson, guardianToJson } from "../../src/core/records/write-ballot.ts";
import { toyGroup } from "../toy-election.ts";
import type { Asked, World } from "./world.ts";

export const TOY_ELECTION = {
  title: "Town council",
  startsAt: "2026-11-01T08:00:00Z",
  endsAt: "2036-11-01T18:00:00Z",
  guardians: [{ name: "Gina" }, { name: "Hugo" }, { name: "Ida" }],
  quorum: 2,
  contests: [
    { contestId: "mayor", title: "Mayor", candidates: [{ name: "Ann" }, { name: "Bob", party: "Bread" }] },
    {
      contestId: "council",
      title: "Council",
      votesAllowed: 2,
      candidates: [{ name: "Cy" }, { name: "Di", party: "Bread" }, { name: "Eve" }],
    },
  ],
  group: "toy-256",
  voterLinks: "handed-out",
} as const;

export function bodyOf({ body }: Asked): JsonValue {
  return readJson(JSON.stringify(body), "answer");
}

/** Returns the body of an answer. Fails with the answer when the status is another. */
export async function expectStatus(status: number, asked: Promise<Asked>): Promise<JsonValue> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`answered ${String(answer.status)}: ${JSON.stringify(answer.body)}`);
  return bodyOf(answer);
}

export async function createToy({ ask, keys }: World, changes: object = {}): Promise<string> {
  const body = { ...TOY_ELECTION, ...changes };
  const answer = await expectStatus(201, ask("POST", "/v1/elections", { key: keys.operator, body }));
  return answer.member("election").member("electionId").text();
}

export type ToyGuardian = { readonly keys: GuardianKeys; readonly token: string };

export async function inviteGuardians(world: World, electionId: string): Promise<ToyGuardian[]> {
  const path = `/v1/elections/${electionId}/guardians/tokens`;
  const answer = await expectStatus(200, world.ask("POST", path, { key: world.keys.operator, body: {} }));
  const board = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/ceremony`));
  const quorum = board.member("quorum").integer();
  return answer
    .member("tokens")
    .list()
    .map((given) => ({
      token: given.member("token").text(),
      keys: createGuardianKeys(toyGroup, {
        guardianId: given.member("guardianId").text(),
        sequence: given.member("sequence").integer(),
        quorum,
      }),
    }));
}

export async function publish(world: World, electionId: string, { keys, token }: ToyGuardian): Promise<Asked> {
  const body = { guardian: guardianToJson(keys.public) };
  return world.ask("POST", `/v1/elections/${electionId}/ceremony/keys`, { token, body });
}

/** Sends backups for all others, made from their published keys. */
export async function backUp(
  world: World,
  electionId: string,
  { keys, token }: ToyGuardian,
  spoil: (sealed: { pad: string; data: string; mac: string }, receiver: number) => object = (sealed) => sealed,
): Promise<Asked> {
  const answer = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/ceremony/keys`));
  const others = answer
    .member("guardians")
    .list()
    .map((json) => readGuardian(json))
    .filter(({ sequence }) => sequence !== keys.public.sequence);
  const backups = others.map((receiver) => {
    const { encrypted_coordinate: sealed } = backupToJson(sealBackup(toyGroup, { sender: keys, receiver }));
    return { receiver: receiver.sequence, sealed: spoil(sealed, receiver.sequence) };
  });
  return world.ask("POST", `/v1/elections/${electionId}/ceremony/backups`, { token, body: { backups } });
}

/** Opens the backups of the others, and reports of each whether it is right. */
export async function verifyBackups(world: World, electionId: string, { keys, token }: ToyGuardian): Promise<Asked> {
  const path = `/v1/elections/${electionId}/ceremony`;
  const published = await expectStatus(200, world.ask("GET", `${path}/keys`));
  const senders = published
    .member("guardians")
    .list()
    .map((json) => readGuardian(json));
  const received = await expectStatus(200, world.ask("GET", `${path}/backups`, { token }));
  const judgements = received
    .member("backups")
    .list()
    .map((json) => {
      const sequence = json.member("sender").integer();
      const sender = senders.find((candidate) => candidate.sequence === sequence);
      if (sender === undefined) throw new Error("a backup of somebody who published nothing");
      const sealed = json.member("sealed");
      const backup = {
        senderId: sender.guardianId,
        receiverId: keys.public.guardianId,
        receiverSequence: keys.public.sequence,
        encryptedPoint: {
          pad: sealed.member("pad").hex(),
          data: Buffer.from(sealed.member("data").text(), "hex"),
          mac: Buffer.from(sealed.member("mac").text(), "hex"),
        },
      };
      try {
        openBackup(toyGroup, { backup, sender, receiver: keys });
        return { sender: sequence, isRight: true };
      } catch (error) {
        return { sender: sequence, isRight: false, reason: error instanceof Error ? error.message : "wrong" };
      }
    });
  return world.ask("POST", `${path}/verification`, { token, body: { judgements } });
}

/** Runs all three rounds. */
export async function holdCeremony(world: World, electionId: string): Promise<ToyGuardian[]> {
  const guardians = await inviteGuardians(world, electionId);
  for (const guardian of guardians) await expectStatus(200, publish(world, electionId, guardian));
  if (guardians.length === 1) return guardians;
  for (const guardian of guardians) await expectStatus(200, backUp(world, electionId, guardian));
  for (const guardian of guardians) await expectStatus(200, verifyBackups(world, electionId, guardian));
  return guardians;
}

/** Returns an open election with its guardians and the tokens of this many voters. */
export async function openToy(
  world: World,
  { voters = 3, changes = {} }: { voters?: number; changes?: object } = {},
): Promise<{ electionId: string; guardians: ToyGuardian[]; tokens: string[] }> {
  const { ask, keys } = world;
  const electionId = await createToy(world, changes);
  const guardians = await holdCeremony(world, electionId);
  const tokens = await addVoters(world, electionId, voters);
  await expectStatus(200, ask("POST", `/v1/elections/${electionId}/open`, { key: keys.operator, body: {} }));
  return { electionId, guardians, tokens };
}

export async function addVoters({ ask, keys }: World, electionId: string, voters: number): Promise<string[]> {
  const csv = ["voter_id", ...Array.from({ length: voters }, (_, index) => `voter-${String(index + 1)}`)].join("\n");
  const path = `/v1/elections/${electionId}/voters`;
  await expectStatus(200, ask("POST", path, { key: keys.operator, body: { csv } }));
  const given = await expectStatus(200, ask("POST", `${path}/tokens`, { key: keys.operator, body: {} }));
  return given
    .member("tokens")
    .list()
    .map((json) => json.member("token").text());
}

export type Encrypted = {
  readonly ballot: object;
  readonly device: Device;
  readonly castKey: string;
  readonly castKeyHash: string;
  readonly code: string;
  readonly nonce: string;
};

export type Choices = Readonly<Record<string, readonly string[]>>;

export type VoteRequest = {
  readonly electionId: string;
  readonly token: string;
  readonly choices: Choices;
  /** Previous ballot on the same device. Default: none, which makes this the first one of a new device. */
  readonly after?: Encrypted;
};

/** Encrypts a vote as the voter's page does, with data that it reads with the token. */
export async function encryptVote(
  world: World,
  { electionId, token, choices, after }: VoteRequest,
): Promise<Encrypted> {
  const paper = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/voting`, { token }));
  const manifest = readManifest(paper.member("manifest"));
  const context = readContext(paper.member("context"));
  const device = after?.device ?? {
    deviceId: randomInt(2 ** 32),
    sessionId: randomInt(2 ** 32),
    launchCode: randomInt(2 ** 32),
    location: "browser",
  };
  const contests = Object.entries(choices).map(([contestId, selectionIds]) => ({
    contestId,
    selections: selectionIds.map((selectionId) => ({ selectionId, vote: 1 })),
  }));
  const plain = { ballotId: `ballot-${randomUUID()}`, styleId: paper.member("styleId").text(), contests };
  const nonce = randomScalar(toyGroup);
  const work = {
    ballot: plain,
    nonce,
    codeSeed: after === undefined ? deviceHash(toyGroup, device) : fromHex(after.code, "the code before"),
    timestamp: paper.member("timestamp").integer(),
  };
  const { ballot } = encryptBallot(toyGroup, { manifest, context }, work);
  const castKey = randomBytes(32).toString("base64url");
  return {
    ballot: encryptedBallotToJson(ballot),
    device,
    castKey,
    castKeyHash: createHash("sha256").update(castKey).digest("hex"),
    code: toHex(ballot.code),
    nonce: toHex(nonce),
  };
}

export function submit(
  { ask }: World,
  {
    electionId,
    token,
    vote,
  }: { electionId: string; token: string; vote: Pick<Encrypted, "ballot" | "device" | "castKeyHash"> },
): Promise<Asked> {
  const { ballot, device, castKeyHash } = vote;
  return ask("POST", `/v1/elections/${electionId}/ballots`, { token, body: { ballot, device, castKeyHash } });
}

export function cast(
  { ask }: World,
  { electionId, token, vote }: { electionId: string; token: string; vote: Pick<Encrypted, "code" | "castKey"> },
): Promise<Asked> {
  const { code, castKey } = vote;
  return ask("POST", `/v1/elections/${electionId}/ballots/${code}/cast`, { token, body: { castKey } });
}

export function challenge(
  { ask }: World,
  { electionId, vote }: { electionId: string; vote: Pick<Encrypted, "code" | "castKey" | "nonce"> },
): Promise<Asked> {
  const { code, castKey, nonce } = vote;
  return ask("POST", `/v1/elections/${electionId}/ballots/${code}/challenge`, { body: { castKey, nonce } });
}

export const FOR_ANN: Choices = { mayor: ["mayor-mayor-candidate-1"], council: ["council-council-candidate-1"] };
