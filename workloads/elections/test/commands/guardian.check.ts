/** Tests guardians on the command line: three people with a shared folder hold a ceremony and decrypt an election. */
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askHidden, type Keyboard } from "../../src/commands/guardian-keys.ts";
import { runHereWith } from "../../../../tools/testing/rota-command.ts";
import { deviceHash } from "../../src/core/ballots/ballot.ts";
import { encryptBallot } from "../../src/core/ballots/encrypt-ballot.ts";
import { createDiscreteLog } from "../../src/core/crypto/elgamal.ts";
import { TOY_GROUP_256 } from "../../src/core/crypto/group-parameters.ts";
import { createGroup } from "../../src/core/crypto/group.ts";
import { randomScalar } from "../../src/core/crypto/scalars.ts";
import { createContext, recoveryKey } from "../../src/core/guardians/key-ceremony.ts";
import { readPublishedGuardians } from "../../src/core/home/guardian-client.ts";
import { manifestToJson } from "../../src/core/manifest/manifest-json.ts";
import { manifestHash, type Manifest } from "../../src/core/manifest/manifest.ts";
import { openRecordFolder } from "../../src/core/node/record-folder.ts";
import { recordFiles } from "../../src/core/records/write-record.ts";
import { combineShares } from "../../src/core/tally/decryption-shares.ts";
import { addBallots, toEncryptedTally } from "../../src/core/tally/tally.ts";

const runHere = runHereWith("elections");

const group = createGroup(TOY_GROUP_256);
const NAMES = ["ann", "bob", "cy"];
let folder = "";
const passphraseFile = () => join(folder, "passphrase");
const opens = (name: string) => ["--key-file", join(folder, `${name}.key.json`), "--passphrase-file", passphraseFile()];
const guardian = (name: string, what: string, ...more: string[]) =>
  runHere(["elections", "guardian", what, ...opens(name), ...more]);
const shared = () => join(folder, "shared");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rota-guardians-"));
  await writeFile(passphraseFile(), "correct horse battery staple\n");
  for (const [index, name] of NAMES.entries()) {
    const made = await guardian(name, "keys", "--folder", shared(), ...place(name, index + 1));
    expect(made).toMatchObject({ exitCode: 0 });
  }
});
afterAll(() => rm(folder, { recursive: true }));

test("keys are written to a file that only its owner can read and that contains no secret in clear", async () => {
  const path = join(folder, "ann.key.json");

  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await readdir(join(shared(), "guardians"))).sort()).toEqual(NAMES.map((name) => `guardian_${name}.json`));
  const again = await guardian("ann", "keys", "--folder", shared(), ...place("ann", 1));
  expect(again.err).toContain("FILE_EXISTS");
  expect(again.exitCode).not.toBe(0);
});

test("a guardian rehearses: the file opens and matches the published keys", async () => {
  const rehearsed = await guardian("ann", "rehearse", "--folder", shared());

  expect(rehearsed).toMatchObject({ exitCode: 0, err: "" });
  expect(rehearsed.out).toContain("its public keys are the published ones");
  await writeFile(join(folder, "wrong"), "a wrong passphrase\n");
  const refused = await runHere([
    ...["elections", "guardian", "rehearse", "--key-file", join(folder, "ann.key.json")],
    ...["--passphrase-file", join(folder, "wrong")],
  ]);
  expect(refused.err).toContain("KEY_FILE_UNREADABLE");
});

test("the ceremony continues through the folder: backups are left and checked, and a changed one is reported", async () => {
  for (const name of NAMES)
    expect(await guardian(name, "backups", "--folder", shared())).toMatchObject({ exitCode: 0 });

  const good = await guardian("bob", "check", "--folder", shared());
  expect(good).toMatchObject({ exitCode: 0 });
  expect(good.out).toContain("every backup can be used");
  const file = join(shared(), "backups", "backup_ann_bob.json");
  const text = await readFile(file, "utf8");
  await writeFile(
    file,
    text.replace(/"mac":"(.)/, (_, digit) => `"mac":"${digit === "0" ? "1" : "0"}`),
  );
  const bad = await guardian("bob", "check", "--folder", shared(), "--json");
  await writeFile(file, text);
  expect(bad.exitCode).toBe(1);
  expect(JSON.parse(bad.out)).toMatchObject({ wrong: 1, verdicts: [{ senderId: "ann" }, { senderId: "cy" }] });
});

test("two of three decrypt and stand in for the third, and the counts match the votes", async () => {
  const { context, encryptedTally, guardians } = await publishTally();

  for (const name of ["ann", "bob"]) {
    const result = await guardian(name, "decrypt", "--folder", shared(), "--missing", "cy");
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(result.out).toContain("the sum of 2 cast ballots");
  }

  const given = await Promise.all(["ann", "bob"].map(readGivenShares));
  const countOf = createDiscreteLog(group, { max: 2 });
  const counts = encryptedTally.contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext }) => {
      const own = given.flat().filter(({ contest, selection }) => contest === contestId && selection === selectionId);
      const direct = own.filter(({ missing }) => missing === null);
      const compensated = own
        .filter(({ missing }) => missing === 3)
        .map((share) => {
          const by = guardians.find(({ guardianId }) => guardianId === share.guardianId);
          const cy = guardians.find(({ guardianId }) => guardianId === "cy");
          if (by === undefined || cy === undefined) throw new Error("a guardian");
          return { ...share, missingGuardianId: "cy", recoveryKey: recoveryKey(group, cy, by.sequence) };
        });
      return combineShares(group, { selectionId, ciphertext, context, guardians, direct, compensated }, countOf).count;
    }),
  );
  expect(counts).toEqual([2, 0]);
});

test("a tally that is not the sum of the published ballots is not decrypted", async () => {
  const ballots = join(shared(), "submitted_ballots");
  const [first = ""] = await readdir(ballots);
  const text = await readFile(join(ballots, first), "utf8");
  await rm(join(ballots, first));

  const refused = await guardian("cy", "decrypt", "--folder", shared());

  await writeFile(join(ballots, first), text);
  expect(refused.err).toContain("TALLY_NOT_PUBLISHED");
  expect(await readdir(join(shared(), "shares"))).toEqual(["shares_ann.json", "shares_bob.json"]);
});

test("keys can be sealed to the workers instead", async () => {
  const made = await runHere(["elections", "fleet-key", "--out", join(folder, "fleet.seed")]);
  expect(made).toMatchObject({ exitCode: 0 });
  await writeFile(join(folder, "fleet.public"), made.out);

  const out = join(folder, "ann.sealed");
  const sealed = await guardian("ann", "seal", "--fleet-key", join(folder, "fleet.public"), "--out", out);

  expect(sealed).toMatchObject({ exitCode: 0, err: "" });
  expect((await readFile(out, "utf8")).trim()).toMatch(/^[A-Za-z0-9+/]{2000,}={0,2}$/);
});

test.each([
  { title: "no place", words: [], message: "with --folder or with --server" },
  { title: "two places", words: ["--folder", "x", "--server", "https://x"], message: "not both" },
  {
    title: "an address without encryption",
    words: ["--server", "http://vote.example.org"],
    message: "begins with https://",
  },
  { title: "no token", words: ["--server", "https://vote.example.org"], message: "ROTA_ELECTION_TOKEN" },
  { title: "a folder that is none", words: ["--folder", "nowhere"], message: "ELECTION_RECORD_INVALID" },
])("$title is refused with the way out", async ({ words, message }) => {
  const refused = await guardian("ann", "backups", ...words);

  expect(refused.exitCode).not.toBe(0);
  expect(refused.err).toContain(message);
});

test("a typed passphrase is hidden and can be corrected, and is not requested without a terminal", async () => {
  const printed: string[] = [];
  const raw: boolean[] = [];
  const terminal = (): Keyboard =>
    Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  const print = (text: string) => void printed.push(text);
  const keyboard = terminal();
  const asked = askHidden("passphrase: ", { keyboard, print });
  keyboard.push("hunter3\u007f2\r");

  expect(await asked).toBe("hunter2");
  expect(printed.join("")).toBe("passphrase: \n");
  expect(raw).toEqual([true, false]);
  const stopped = terminal();
  const refused = askHidden("passphrase: ", { keyboard: stopped, print });
  stopped.push("abc\u0003");
  await expect(refused).rejects.toThrow("nothing was done");
  await expect(askHidden("passphrase: ", { keyboard: new PassThrough(), print })).rejects.toThrow("--passphrase-file");
});

function place(name: string, number: number): string[] {
  const group = ["--group", "toy-256", "--quorum", "2"];
  return ["--election", "42", "--guardian", name, "--number", String(number), ...group];
}

const MANIFEST: Manifest = {
  electionScopeId: "club",
  type: "general",
  startDate: "2026-11-01T08:00:00Z",
  endDate: "2026-11-01T18:00:00Z",
  name: null,
  contact: null,
  units: [{ unitId: "club", name: "Club", type: "other", contact: null }],
  parties: [],
  contests: [
    {
      contestId: "chair",
      sequence: 0,
      unitId: "club",
      voteVariation: "one_of_m",
      numberElected: 1,
      votesAllowed: 1,
      name: "Chair",
      title: null,
      subtitle: null,
      selections: ["dee", "eve"].map((candidateId, sequence) => ({ selectionId: candidateId, sequence, candidateId })),
    },
  ],
  styles: [{ styleId: "all", unitIds: ["club"], partyIds: null, imageUri: null }],
};

/** Writes what the election office puts into the folder before the decryption. */
async function publishTally() {
  const guardians = readPublishedGuardians(openRecordFolder(shared()));
  const context = createContext(group, { guardians, quorum: 2, manifestHash: manifestHash(group, MANIFEST) });
  const device = { deviceId: 1, sessionId: 1, launchCode: 1, location: "club" };
  const ballots = ["b1", "b2"].map((ballotId) => {
    const contests = [{ contestId: "chair", selections: [{ selectionId: "dee", vote: 1 }] }];
    const work = { ballot: { ballotId, styleId: "all", contests }, nonce: randomScalar(group) };
    const codeSeed = deviceHash(group, { ...device, sessionId: Number(ballotId.slice(1)) });
    return {
      ...encryptBallot(group, { manifest: MANIFEST, context }, { ...work, codeSeed, timestamp: 1 }).ballot,
      state: "cast" as const,
    };
  });
  const encryptedTally = toEncryptedTally(group, MANIFEST, addBallots(group, ballots));
  const tally = { tallyId: "election-results", contests: [] };
  const manifest = manifestToJson(MANIFEST, []);
  const none = { devices: [], challenged: [], opened: [], guardians: [] };
  for await (const { name, text } of recordFiles({
    group,
    manifest,
    context,
    ballots,
    encryptedTally,
    tally,
    ...none,
  })) {
    if (name === "tally.json" || typeof text !== "string") continue;
    await writeInFolder(name, text);
  }
  return { context, encryptedTally, guardians };
}

async function writeInFolder(name: string, text: string): Promise<void> {
  const path = join(shared(), name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
}

async function readGivenShares(name: string) {
  const json: unknown = JSON.parse(await readFile(join(shared(), "shares", `shares_${name}.json`), "utf8"));
  return listAt(json, "shares").flatMap((slice) =>
    listAt(slice, "shares").map((share) => {
      const proof: unknown = Reflect.get(Object(share), "proof");
      const [pad, data] = [numberAt(proof, "pad"), numberAt(proof, "data")];
      const [challenge, response] = [numberAt(proof, "challenge"), numberAt(proof, "response")];
      return {
        guardianId: name,
        missing: Reflect.get(Object(slice), "missing") === 3 ? 3 : null,
        contest: String(Reflect.get(Object(share), "contest")),
        selection: String(Reflect.get(Object(share), "selection")),
        share: numberAt(share, "share"),
        proof: { pad, data, challenge, response },
      };
    }),
  );
}

function listAt(value: unknown, name: string): unknown[] {
  const found: unknown = Reflect.get(Object(value), name);
  return Array.isArray(found) ? found : [];
}

function numberAt(value: unknown, name: string): bigint {
  return BigInt(`0x${String(Reflect.get(Object(value), name))}`);
}
