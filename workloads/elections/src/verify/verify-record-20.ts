/** Verifies a record of ElectionGuard 2.0, over integers or over P-256, as egk-ec publishes it. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { BallotObjection } from "../core/ballots/check-ballot.ts";
import { objectionToRange } from "../core/crypto/ballot-proofs.ts";
import { addCiphertexts, type Ciphertext } from "../core/crypto/elgamal.ts";
import {
  createHashes20,
  curveSetting,
  hashBytes,
  type Hashes20,
  integerSetting,
  isContestText,
  openContestData,
  type Setting20,
} from "../core/crypto/formulas-20.ts";
import { GROUP_V2_4096 } from "../core/crypto/group-parameters.ts";
import type {
  Ballot20,
  Chain20,
  Config20,
  Contest20,
  Guardian20,
  JointContestDescription,
  OpenedData,
  Record20,
  SealedData,
} from "../core/records/joint-record.ts";
import { collectFindings, type Findings, type VerificationReport } from "./report.ts";
import {
  type JointSums,
  noteIds,
  noteSequences,
  objectionToJointProof,
  type Profile,
  verifyJoint,
} from "./verify-joint.ts";
import { groupForVersion, type VerificationOptions } from "./verify-record.ts";

export function verifyRecord20(record: Record20, options: VerificationOptions = {}): VerificationReport {
  const setting = settingOf(record, options);
  const findings = collectFindings(options.onProgress);
  verifyKeys(setting, record, findings);
  const profile = profileOf(setting, record);
  const sums = verifyJoint(profile, record, { findings, verdicts: options.verdicts });
  verifyChains(profile, record, findings);
  verifyTally20(record, { findings, sums });
  verifyOpenedData(profile, record, { findings, sums });
  return findings.report();
}

/** Returns the profile for checking one ballot. */
export function profileOf(setting: Setting20, { config }: Pick<Record20, "config">): Profile20 {
  return createProfile20(setting, { config, hashes: createHashes20(setting).of(config) });
}

/** Returns the setting of a record. For P-256, a given group must be that curve. */
export function settingOf({ group }: Pick<Record20, "group">, options: VerificationOptions): Setting20 {
  return group === "integer" ? integerSetting(groupForVersion(options, GROUP_V2_4096)) : curveSetting(options.group);
}

function verifyKeys(setting: Setting20, record: Record20, { note }: Findings): void {
  const { group } = setting;
  const { config, constants, guardians, manifestText } = record;
  for (const [name, value] of Object.entries(setting.constants)) {
    note("parameters", `constants, ${name}`, constants[name] === value ? undefined : `it is not that of ${group.name}`);
  }
  const hashes = createHashes20(setting);
  const manifestHash = hashes.manifestHash(manifestText);
  const baseHash = hashes.baseHash({ manifestHash, guardians: guardians.length, quorum: config.quorum });
  const keys = guardians.map(({ proofs }) => proofs[0]?.publicKey ?? 0n);
  const expected = {
    parameterHash: hashes.parameterHash,
    manifestHash,
    baseHash,
    extendedHash: hashes.extendedHash(baseHash, config.publicKey),
    guardians: guardians.length,
    publicKey: keys.every(group.isResidue) ? group.product(keys) : 0n,
  };
  const isConfig = (name: keyof typeof expected) =>
    config[name] === expected[name] ? undefined : "it does not follow from the rest of the record";
  note("base hashes", "config, parameter base hash", isConfig("parameterHash"));
  note("base hashes", "config, manifest hash", isConfig("manifestHash"));
  note("base hashes", "config, base hash", isConfig("baseHash"));
  note("base hashes", "config, extended base hash", isConfig("extendedHash"));
  noteIds(record.manifest, note);
  noteSequences(guardians, { note, quorum: config.quorum });
  for (const guardian of guardians) {
    const why = objectionToGuardian(setting, hashes, { guardian, quorum: config.quorum });
    note("guardian keys", `guardian ${guardian.guardianId}`, why);
  }
  note("joint key", "config, number of guardians", isConfig("guardians"));
  note("joint key", "config, public key", isConfig("publicKey"));
}

function objectionToGuardian(
  { group }: Setting20,
  hashes: Hashes20,
  { guardian: { sequence, proofs }, quorum }: { guardian: Guardian20; quorum: number },
): string | undefined {
  if (proofs.length !== quorum) return `has ${String(proofs.length)} proofs, not ${String(quorum)}`;
  for (const [degree, { publicKey, challenge, response }] of proofs.entries()) {
    const objection = (why: string) => `has a wrong proof of coefficient ${String(degree)}: ${why}`;
    if (!group.isElement(publicKey)) return objection("the public key is not in the subgroup of order q");
    if (![challenge, response].every(group.isScalar)) return objection("challenge or response is not below q");
    const commitment = group.multiply(group.fixedPower(group.g, response), group.power(publicKey, challenge));
    if (challenge !== hashes.schnorrChallenge({ sequence, degree, publicKey, commitment }))
      return objection("the challenge is not the hash of key and commitment");
  }
  return undefined;
}

type Hashes = ReturnType<ReturnType<typeof createHashes20>["of"]>;
export type Profile20 = Profile<Ballot20> & { readonly hashes: Hashes; readonly config: Config20 };

/** Creates the profile of 2.0: keyed hashes, proofs of limits, and confirmation codes that follow from the ballot. */
export function createProfile20(
  { group }: Setting20,
  { config, hashes }: { config: Config20; hashes: Hashes },
): Profile20 {
  const profile: Profile20 = {
    group,
    config,
    hashes,
    publicKey: config.publicKey,
    rangeChallenge: hashes.rangeChallenge,
    openingChallenge: ({ ciphertext, commitment, shares }) => hashes.openingChallenge(ciphertext, commitment, shares),
    rest: (ballot, contests) => ({
      checked: { limits: ballot.contests.length, hashes: 1 + ballot.contests.length },
      objections: [
        ...objectionsToCode(profile, ballot),
        ...ballot.contests.flatMap((contest) => {
          const description = contests.find(({ contestId }) => contestId === contest.contestId);
          if (description === undefined) return [];
          const where = `ballot ${ballot.ballotId}, ${contest.contestId}`;
          return objectionsToContest(profile, { contest, description, where });
        }),
      ],
    }),
  };
  return profile;
}

function objectionsToCode({ hashes, config }: Profile20, ballot: Ballot20): BallotObjection[] {
  const { ballotId, code, codeBytes, contests, electionHash } = ballot;
  const isBytes = config.isChained || codeBytes === config.codeBytes;
  const contestHashes = contests.map(({ hash }) => hash);
  const why =
    electionHash !== config.extendedHash
      ? "it is for another election"
      : !isBytes
        ? "its code depends on other bytes than the election says"
        : code !== hashes.code(contestHashes, codeBytes)
          ? "its confirmation code is another"
          : undefined;
  return why === undefined ? [] : [{ about: "hashes", where: `ballot ${ballotId}`, why }];
}

function objectionsToContest(
  profile: Profile20,
  work: { contest: Contest20; description: JointContestDescription; where: string },
): BallotObjection[] {
  const { contest, description, where } = work;
  const hashWhy = objectionToHash(profile, contest, description);
  const limitWhy = objectionToLimit(profile, contest, description);
  return [
    ...(hashWhy === undefined ? [] : [{ about: "hashes" as const, where, why: hashWhy }]),
    ...(limitWhy === undefined ? [] : [{ about: "limits" as const, where, why: limitWhy }]),
  ];
}

function objectionToHash(
  { hashes }: Profile20,
  { sequence, selections, hash }: Contest20,
  description: JointContestDescription,
): string | undefined {
  const places = new Map(description.selections.map((selection) => [selection.selectionId, selection.sequence]));
  const isPlaced =
    sequence === description.sequence &&
    selections.every((selection) => places.get(selection.selectionId) === selection.sequence);
  if (!isPlaced) return "its place or that of a selection is not that of the manifest";
  const expected = hashes.contestHash(
    sequence,
    selections.map(({ ciphertext }) => ciphertext),
  );
  return hash === expected ? undefined : "its hash is another";
}

function objectionToLimit(
  { group, publicKey, rangeChallenge }: Profile20,
  { selections, limitProof }: Contest20,
  { votesAllowed }: JointContestDescription,
): string | undefined {
  const ciphertexts = selections.map(({ ciphertext }) => ciphertext);
  const isWhole = ciphertexts.every(({ pad, data }) => group.isResidue(pad) && group.isResidue(data));
  if (!isWhole) return "its selections cannot be added up";
  const ciphertext = addCiphertexts(group, ciphertexts);
  const challengeOf = rangeChallenge.bind(undefined, ciphertext);
  return objectionToRange(group, { ciphertext, publicKey, limit: votesAllowed, challengeOf }, limitProof);
}

const STEP = "ballot hashes and codes";
const CLOSING = bytesToHex(utf8ToBytes("CLOSE"));

type Link = Pick<Ballot20, "code" | "codeBytes" | "device">;

/**
 * Verifies part of step 7: if codes are chained, the ballots of a device form one chain from its start to its closing.
 */
function verifyChains(profile: Profile20, { ballots, chains, config }: Record20, { note }: Findings): void {
  if (!config.isChained) return;
  const links = new Map<string, Link>();
  for (const { ballotId, code, codeBytes, device } of ballots) links.set(ballotId, { code, codeBytes, device });
  const chained = new Set<string>();
  for (const chain of chains) {
    for (const ballotId of chain.ballotIds) {
      if (chained.has(ballotId)) note(STEP, `ballot ${ballotId}, chain`, "it is in a chain twice");
      chained.add(ballotId);
    }
    verifyChain(profile, { chain, links, note });
  }
  for (const ballotId of links.keys()) {
    if (!chained.has(ballotId)) note(STEP, `ballot ${ballotId}, chain`, "it is in no chain");
  }
}

function verifyChain(
  { hashes, config }: Profile20,
  work: { chain: Chain20; links: ReadonlyMap<string, Link>; note: Findings["note"] },
): void {
  const { chain, links, note } = work;
  const { ballotIds, closingHash, device, deviceBytes, electionHash, lastCode } = chain;
  let before = hashes.code([], deviceBytes);
  for (const ballotId of ballotIds) {
    const link = links.get(ballotId);
    const isNext = link?.device === device && link.codeBytes === `${digitsOf(before)}${deviceBytes}`;
    note(STEP, `device ${device}, ballot ${ballotId}`, isNext ? undefined : "it does not follow the one before it");
    before = link?.code ?? before;
  }
  const where = `device ${device}, chain`;
  note(STEP, where, electionHash === config.extendedHash ? undefined : "it is for another election");
  note(STEP, where, lastCode === before ? undefined : "its last code is not that of its last ballot");
  const closing = hashes.code([], `${digitsOf(before)}${deviceBytes}${CLOSING}`);
  note(STEP, where, closingHash === closing ? undefined : "its closing hash is another");
}

function digitsOf(hash: bigint): string {
  return bytesToHex(hashBytes(hash));
}

type Work = { readonly findings: Findings; readonly sums: JointSums<Ballot20> };

/** Verifies what only 2.0 publishes in step 8: the ids of the counted ballots and the election. */
function verifyTally20({ added, config, tally }: Record20, { findings: { note }, sums }: Work): void {
  const isElection = (hash: bigint) => (hash === config.extendedHash ? undefined : "it is of another election");
  if (added !== undefined) {
    const ids = new Set(added.ballotIds);
    const isCast = ids.size === added.ballotIds.length && ids.size === sums.castIds.size;
    const areSame = isCast && [...ids].every((ballotId) => sums.castIds.has(ballotId));
    note("tally", "tally, ballots", areSame ? undefined : "they are not the cast ballots, each once");
    note("tally", "tally, election", isElection(added.electionHash));
  }
  if (tally !== undefined) note("totals", "tally, election", isElection(tally.electionHash));
}

function verifyOpenedData(profile: Profile20, record: Record20, { findings: { note }, sums }: Work): void {
  for (const tally of record.challenged) {
    const where = `ballot ${tally.tallyId}`;
    const isElection = tally.electionHash === record.config.extendedHash;
    note("challenged ballots", where, isElection ? undefined : "it is of another election");
    const ballot = sums.challenged.get(tally.tallyId);
    for (const { contestData, contestId } of tally.contests) {
      const submitted = ballot?.contests.find((contest) => contest.contestId === contestId)?.contestData;
      const why = objectionToOpened(profile, { contestData, contestId, submitted });
      note("challenged ballots", `${where}, ${contestId}, contest data`, why);
    }
  }
}

function objectionToOpened(
  profile: Profile20,
  about: { contestData: OpenedData | undefined; contestId: string; submitted: SealedData | undefined },
): string | undefined {
  const { contestData, contestId, submitted } = about;
  if (contestData === undefined) return submitted === undefined ? undefined : "it was not opened";
  const { beta, proof, sealed } = contestData;
  if (JSON.stringify(writable(sealed)) !== JSON.stringify(writable(submitted)))
    return "what was opened is not what was submitted";
  const { group, hashes } = profile;
  if (!group.isResidue(sealed.pad) || !group.isElement(beta)) return "it is not of numbers of the group";
  const challengeOf = (commitment: Ciphertext) => hashes.openedDataChallenge(sealed, commitment, beta);
  const why = objectionToJointProof(profile, { pad: sealed.pad, shares: beta, proof, challengeOf });
  if (why !== undefined) return why;
  const key = hashes.dataKey(sealed.pad, beta);
  const opened = openContestData({ ...sealed, contestId, key, pad: hashes.element(sealed.pad) });
  if (opened === undefined) return "its seal is broken";
  return isContestText(opened, contestData) ? undefined : "what it says is not what was encrypted";
}

function writable(sealed: SealedData | undefined) {
  return sealed === undefined ? undefined : [sealed.data, sealed.bytes, String(sealed.pad), String(sealed.mac)];
}
