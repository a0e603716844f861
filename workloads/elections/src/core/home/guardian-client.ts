/** Exchanges keys, backups and shares with the election server or with files, and checks everything that it reads. */
import { ElectionError } from "../../errors.ts";
import type { SubmittedBallot } from "../ballots/ballot.ts";
import type { Group } from "../crypto/group.ts";
import { toHex } from "../crypto/hash.ts";
import { createContext, type GuardianPublic, type KeyBackup } from "../guardians/key-ceremony.ts";
import { readKeyFile } from "../guardians/key-file.ts";
import { readManifest } from "../manifest/manifest-json.ts";
import { manifestHash } from "../manifest/manifest.ts";
import { type JsonValue, readJson } from "../records/json-reader.ts";
import { readEncryptedBallot, readHashedCiphertext, readSubmittedBallot } from "../records/read-ballot.ts";
import { readContext, readEncryptedTally, readGuardian, readGuardians } from "../records/read-record.ts";
import { jsonOf, lazily, type RecordFiles } from "../records/record-files.ts";
import { guardianToJson, hashedCiphertextToJson } from "../records/write-ballot.ts";
import { WHOLE_ELECTION } from "../tally/slices.ts";
import { keyOf, toEncryptedTally } from "../tally/tally.ts";
import type { BackupVerdict } from "./ceremony-at-home.ts";
import type { HomeShares, PublishedTally } from "./decrypt-at-home.ts";

export type GuardianClient = ReturnType<typeof createGuardianClient>;

export type GuardianAccess = {
  /** Address of the server, such as `https://vote.example.org`. */
  readonly server: string;
  readonly electionId: string;
  /** Token from the election office. It is sent in a header and never in a URL. */
  readonly token: string;
};

export function createGuardianClient(access: GuardianAccess) {
  const ask = (path: string, body?: object) => askServer(access, path, body);
  const guardians = async () =>
    (await ask("ceremony/keys"))
      .member("guardians")
      .list()
      .map((guardian) => readGuardian(guardian));
  return {
    /** Reads the settings that the keys have to fit. */
    board: async () => {
      const board = await ask("ceremony");
      const named = board.member("guardians").list();
      return {
        group: board.member("group").text(),
        quorum: board.member("quorum").integer(),
        guardianIds: new Map(
          named.map((guardian) => [guardian.member("sequence").integer(), guardian.member("guardianId").text()]),
        ),
      };
    },
    guardians,
    publishKeys: async (guardian: GuardianPublic) => {
      await ask("ceremony/keys", { guardian: guardianToJson(guardian) });
    },
    sendBackups: async (backups: readonly KeyBackup[]) => {
      const sent = backups.map(({ receiverSequence: receiver, encryptedPoint }) => ({
        receiver,
        sealed: hashedCiphertextToJson(encryptedPoint),
      }));
      await ask("ceremony/backups", { backups: sent });
    },
    /** Reads the backups that the others left for this guardian. */
    backups: async (all: readonly GuardianPublic[]) =>
      (await ask("ceremony/backups"))
        .member("backups")
        .list()
        .map((backup) => readSentBackup(backup, all)),
    /** Returns the numbers of the guardians whose challenges of this sender's backups have no answer yet. */
    challengedBy: async (sender: number) => openChallenges(await ask("ceremony"), sender),
    publishPoint: async (receiver: number, point: bigint) => {
      await ask("ceremony/points", { receiver, point: toHex(point) });
    },
    judge: async (verdicts: readonly BackupVerdict[]) => {
      const judgements = verdicts.map(({ sequence: sender, objection }) => ({
        sender,
        isRight: objection === undefined,
        ...(objection === undefined ? {} : { reason: objection.slice(0, REASON_LENGTH_MAX) }),
      }));
      await ask("ceremony/verification", { judgements });
    },
    published: (group: Group) => readPublished(ask, group, guardians),
    /** Returns the numbers of the guardians that this one has to stand in for. */
    missing: async () => {
      const open = (await ask("decryption/open-slices")).member("slices").list();
      return [...new Set(open.flatMap((slice) => slice.optional("missingGuardian")?.integer() ?? []))];
    },
    giveShares: async ({ missing, ...slice }: HomeShares) => {
      const given = await ask("decryption/shares", {
        ...slice,
        ...(missing === null ? {} : { missingGuardian: missing }),
      });
      return { isChecked: given.member("isChecked").boolean() };
    },
  };
}

const REASON_LENGTH_MAX = 500;
type Ask = (path: string, body?: object) => Promise<JsonValue>;

function openChallenges(board: JsonValue, sender: number): number[] {
  const challenges = board.member("challenges").list();
  return challenges
    .filter((challenge) => challenge.member("state").text() === "CHALLENGED")
    .filter((challenge) => challenge.member("sender").integer() === sender)
    .map((challenge) => challenge.member("receiver").integer());
}

function readSentBackup(backup: JsonValue, guardians: readonly GuardianPublic[]): KeyBackup {
  const idOf = (name: string) => {
    const number = backup.member(name).integer();
    const guardian = guardians.find(({ sequence }) => sequence === number);
    if (guardian !== undefined) return guardian.guardianId;
    throw new ElectionError(
      "KEY_BACKUP_INVALID",
      `a backup names guardian ${String(number)}, who has published no keys`,
    );
  };
  return {
    senderId: idOf("sender"),
    receiverId: idOf("receiver"),
    receiverSequence: backup.member("receiver").integer(),
    encryptedPoint: readHashedCiphertext(backup.member("sealed")),
  };
}

/** Reads the published tally. Keys and hashes are computed from the guardians' keys, not taken from the server. */
async function readPublished(
  ask: Ask,
  group: Group,
  guardians: () => Promise<GuardianPublic[]>,
): Promise<PublishedTally> {
  const manifest = readManifest(await ask("manifest"));
  const all = await guardians();
  const quorum = all[0]?.commitments.length ?? 0;
  const sums = new Map<string, { pad: bigint; data: bigint }>();
  const options = manifest.contests.reduce((sum, { selections }) => sum + selections.length, 0);
  for (let slice = 1; sums.size < options; slice++) {
    const path = `decryption/slices?subject=unit&subjectId=${WHOLE_ELECTION}&slice=${String(slice)}`;
    const items = (await ask(path)).member("items").list();
    if (items.length === 0) break;
    for (const item of items) {
      const key = keyOf(item.member("contest").text(), item.member("selection").text());
      sums.set(key, { pad: item.member("pad").hex(), data: item.member("data").hex() });
    }
  }
  return {
    manifest,
    context: createContext(group, { guardians: all, quorum, manifestHash: manifestHash(group, manifest) }),
    guardians: all,
    ballots: readBallots(ask),
    encryptedTally: toEncryptedTally(group, manifest, { ballots: 0, sums }),
  };
}

/** Reads all cast and challenged ballots in the order of the bulletin. */
async function* readBallots(ask: Ask): AsyncGenerator<SubmittedBallot> {
  let after: string | undefined;
  do {
    const page = await ask(`bulletin?limit=1000${after === undefined ? "" : `&after=${after}`}`);
    for (const listed of page.member("items").list()) {
      const [code, state] = [listed.member("code").text(), listed.member("state").text()];
      if (state !== "CAST" && state !== "CHALLENGED") continue;
      const ballot = readEncryptedBallot(await ask(`ballots/${encodeURIComponent(code)}/encrypted`));
      yield { ...ballot, state: state === "CAST" ? "cast" : "challenged" };
    }
    const next = page.optional("next")?.text();
    if (next !== undefined && next === after)
      throw new ElectionError("ELECTION_RECORD_INVALID", "the bulletin does not end");
    after = next;
  } while (after !== undefined);
}

async function askServer(
  { server, electionId, token }: GuardianAccess,
  path: string,
  body?: object,
): Promise<JsonValue> {
  const url = new URL(
    `v1/elections/${encodeURIComponent(electionId)}/${path}`,
    server.endsWith("/") ? server : `${server}/`,
  );
  const headers = { "x-election-token": token, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const { response, text } = await send(url, request);
  if (response.ok) return readJson(text, `the answer to ${url.pathname}`);
  const problem = problemIn(text);
  const message = `${url.pathname} was refused (${String(response.status)}): ${problem ?? "the server gave no reason"}`;
  throw new ElectionError("ELECTION_SERVER_REFUSED", message, { status: response.status });
}

async function send(url: URL, request: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, { ...request, redirect: "error" });
    return { response, text: await response.text() };
  } catch (cause) {
    const message = `${url.origin} cannot be reached: check the address and the network, then try again`;
    throw new ElectionError("ELECTION_SERVER_UNREACHABLE", message, { server: url.origin }, { cause });
  }
}

/** Returns the explanation in a problem document. */
function problemIn(text: string): string | undefined {
  try {
    return readJson(text, "the answer").member("detail").text();
  } catch {
    return undefined;
  }
}

/** Returns the owner of a key file. This part of the file is not encrypted. */
export function keyFileOwner(text: string): {
  electionId: string;
  guardianId: string;
  group: string;
  fingerprint: string;
} {
  const { electionId, guardianId, group, fingerprint } = readKeyFile(text);
  return { electionId, guardianId, group, fingerprint };
}

/** Reads the folder `guardians/`, as in a record. */
export function readPublishedGuardians(files: RecordFiles): GuardianPublic[] {
  return readGuardians(files, readGuardian);
}

/** Reads the folder `backups/`, with one file for each sender and receiver. */
export function readLeftBackups(files: RecordFiles): KeyBackup[] {
  const texts = files.list("backups").map((name) => readJson(files.read(name) ?? "", name));
  return texts.map((json) => ({
    senderId: json.member("owner_id").text(),
    receiverId: json.member("designated_id").text(),
    receiverSequence: json.member("designated_sequence_order").integer(),
    encryptedPoint: readHashedCiphertext(json.member("encrypted_coordinate")),
  }));
}

/** Reads a record without `tally.json`, which is its state before anything is decrypted. */
export function readPublishedTally(files: RecordFiles): PublishedTally {
  return {
    manifest: readManifest(jsonOf(files, "manifest.json")),
    context: readContext(jsonOf(files, "context.json")),
    guardians: readPublishedGuardians(files),
    ballots: lazily(files, "submitted_ballots", { read: readSubmittedBallot }),
    encryptedTally: readEncryptedTally(jsonOf(files, "encrypted_tally.json")),
  };
}
