/**
 * Verifies a record of ElectionGuard 1.91.
 *
 * What its writers say cannot be checked is left out: hash of the manifest, limits of contests, hashes behind codes.
 */
import { addCiphertexts, type Ciphertext } from "../crypto/elgamal.ts";
import { createGroup, type Group } from "../crypto/group/group.ts";
import { GROUP_V2_4096 } from "../crypto/group/parameters.ts";
import { hash } from "../crypto/hash/hash.ts";
import { objectionToRange } from "../crypto/proofs/range-proof.ts";
import type { ShareProof } from "../crypto/proofs/share-proof.ts";
import { objectionToGuardian, publicKeyOf } from "../guardians/guardian-keys.ts";
import { contestsOfStyle } from "../manifest/manifest.ts";
import type { Ballot191, Record191, Tally191 } from "../records/read-record-191.ts";
import { keyOf } from "../tally/aggregate.ts";
import { collectFindings, type Findings, type StepName, type VerificationReport } from "./report.ts";
import type { VerificationOptions } from "./verify-record.ts";

const VERSION = "76322E3000000000000000000000000000000000000000000000000000000000";

type Sums = { cast: number; sums: Map<string, Ciphertext>; challenged: Map<string, Ballot191> };

export function verifyRecord191(record: Record191, options: VerificationOptions = {}): VerificationReport {
  const { parameters = GROUP_V2_4096, exponentiation, onProgress } = options;
  const group = options.group ?? createGroup(parameters, exponentiation === undefined ? {} : { exponentiation });
  const findings = collectFindings(onProgress);
  verifyKeys(group, record, findings);
  const sums = verifyBallots(group, record, findings);
  for (const { contestId, selectionId, ciphertext } of record.encryptedTally) {
    const sum = sums.sums.get(keyOf(contestId, selectionId)) ?? { pad: 1n, data: 1n };
    const isSame = sum.pad === ciphertext.pad && sum.data === ciphertext.data;
    findings.note("tally", `tally, ${selectionId}`, isSame ? undefined : "it is not the product of the cast ballots");
  }
  verifyDecryptions(group, record, { findings, sums });
  return findings.report();
}

function verifyKeys(group: Group, { constants, context, guardians }: Record191, { note }: Findings): void {
  const { p, q, g } = group;
  for (const name of ["p", "q", "r", "g"] as const) {
    note(
      "parameters",
      `constants, ${name}`,
      constants[name] === group[name] ? undefined : `it is not that of ${group.name}`,
    );
  }
  const { quorum, publicKey, commitmentHash } = context;
  const parameterHash = hash(group, VERSION, "00", p, q, g);
  const manifest = hash(group, parameterHash, "01", context.manifestHash);
  const base = hash(group, parameterHash, "02", guardians.length, quorum, manifest);
  const extended = hash(group, base, "12", publicKey, commitmentHash);
  note("base hashes", "context, base hash", base === context.baseHash ? undefined : "it does not follow from the rest");
  const isExtended = extended === context.extendedHash;
  note("base hashes", "context, extended base hash", isExtended ? undefined : "it does not follow from the rest");
  for (const guardian of guardians) {
    note("guardian keys", `guardian ${guardian.guardianId}`, objectionToGuardian(group, guardian, quorum));
  }
  const isJoint = publicKey === group.product(guardians.map(publicKeyOf));
  note("joint key", "context, public key", isJoint ? undefined : "it is not the product of the guardians' keys");
  const isCommitment =
    commitmentHash ===
    hash(
      group,
      guardians.flatMap(({ commitments }) => commitments),
    );
  note(
    "joint key",
    "context, commitment hash",
    isCommitment ? undefined : "it is not that of the guardians' commitments",
  );
}

function verifyBallots(group: Group, record: Record191, { note }: Findings): Sums {
  const { context, manifest } = record;
  const found: Sums = { cast: 0, sums: new Map(), challenged: new Map() };
  const seen = new Set<string>();
  for (const ballot of record.ballots) {
    const where = `ballot ${ballot.ballotId}`;
    const again = [ballot.ballotId, `code ${String(ballot.code)}`].some((id) => seen.has(id));
    seen.add(ballot.ballotId).add(`code ${String(ballot.code)}`);
    note("ballot selections", where, again ? "its id or code was seen before" : objectionToShape(manifest, ballot));
    for (const { contestId, selections } of ballot.contests) {
      for (const { selectionId, ciphertext, proof } of selections) {
        const challengeOf = (commitments: readonly Ciphertext[]) =>
          challengeFor(group, context, { ciphertext, commitments });
        const about = { ciphertext, publicKey: context.publicKey, limit: 1, challengeOf };
        note("ballot selections", `${where}, ${selectionId}`, objectionToRange(group, about, proof));
        if (ballot.state === "challenged") continue;
        const key = keyOf(contestId, selectionId);
        found.sums.set(key, addCiphertexts(group, [found.sums.get(key) ?? { pad: 1n, data: 1n }, ciphertext]));
      }
    }
    if (ballot.state === "challenged") found.challenged.set(ballot.ballotId, ballot);
    else found.cast++;
  }
  return found;
}

function challengeFor(
  group: Group,
  { extendedHash, publicKey }: Record191["context"],
  { ciphertext, commitments }: { ciphertext: Ciphertext; commitments: readonly Ciphertext[] },
): bigint {
  const hashed = commitments.flatMap(({ pad, data }) => [pad, data]);
  return hash(group, "21", extendedHash, publicKey, ciphertext.pad, ciphertext.data, ...hashed);
}

function objectionToShape(manifest: Record191["manifest"], { styleId, contests }: Ballot191): string | undefined {
  const expected = contestsOfStyle(manifest, styleId)?.map(({ contestId, selections }) =>
    [contestId, ...selections.map(({ selectionId }) => selectionId)].join(" "),
  );
  const given = contests.map(({ contestId, selections }) =>
    [contestId, ...selections.map(({ selectionId }) => selectionId)].join(" "),
  );
  const isSame = expected !== undefined && expected.sort().join() === given.sort().join();
  return isSame ? undefined : "its contests or selections are not those of its style";
}

function verifyDecryptions(
  group: Group,
  record: Record191,
  { findings, sums }: { findings: Findings; sums: Sums },
): void {
  const inTally = new Map(
    record.encryptedTally.map(({ contestId, selectionId, ciphertext }) => [keyOf(contestId, selectionId), ciphertext]),
  );
  verifyOpened(group, record, { findings, tally: record.tally, ciphertexts: inTally });
  for (const tally of record.challenged) {
    const contests = sums.challenged.get(tally.tallyId)?.contests ?? [];
    const submitted = new Map(
      contests.flatMap(({ contestId, selections }) =>
        selections.map(({ selectionId, ciphertext }) => [keyOf(contestId, selectionId), ciphertext]),
      ),
    );
    verifyOpened(group, record, { findings, tally, ciphertexts: submitted, step: "challenged ballots" });
  }
  const opened = new Set(record.challenged.map(({ tallyId }) => tallyId));
  for (const ballotId of sums.challenged.keys()) {
    const why = opened.has(ballotId) ? undefined : "it was challenged but not opened";
    findings.note("challenged ballots", `ballot ${ballotId}`, why);
  }
  const over = record.tally.contests.flatMap(({ selections }) => selections).find(({ count }) => count > sums.cast);
  const why = over === undefined ? undefined : `${over.selectionId} has more votes than there are ballots`;
  findings.note("totals", "tally", why);
}

type Opened = { findings: Findings; tally: Tally191; ciphertexts: ReadonlyMap<string, Ciphertext>; step?: StepName };

function verifyOpened(group: Group, { context }: Record191, { findings, tally, ciphertexts, step }: Opened): void {
  const expected = new Set(ciphertexts.keys());
  for (const { contestId, selections } of tally.contests) {
    for (const { selectionId, count, value, proof } of selections) {
      const where = `${step === undefined ? "tally" : `ballot ${tally.tallyId}`}, ${selectionId}`;
      const ciphertext = ciphertexts.get(keyOf(contestId, selectionId));
      expected.delete(keyOf(contestId, selectionId));
      const isCount = count >= 0 && group.fixedPower(context.publicKey, BigInt(Math.max(0, count))) === value;
      findings.note(step ?? "counts", where, isCount ? undefined : "the count does not belong to the value");
      const why =
        ciphertext === undefined
          ? "it was not submitted"
          : objectionToOpening(group, context, { ciphertext, value, proof });
      findings.note(step ?? "direct shares", where, why);
    }
  }
  const isComplete = expected.size === 0;
  findings.note(
    step ?? "counts",
    `${tally.tallyId}, all selections`,
    isComplete ? undefined : "some were not decrypted",
  );
}

/** One proof of all guardians together that M = B / value belongs to the joint key. */
function objectionToOpening(
  group: Group,
  { publicKey, extendedHash }: Record191["context"],
  { ciphertext, value, proof }: { ciphertext: Ciphertext; value: bigint; proof: ShareProof },
): string | undefined {
  if (!group.isScalar(proof.response) || !group.isScalar(proof.challenge))
    return "challenge or response is not below q";
  if (!group.isResidue(value)) return "the value is not from 1 to p - 1";
  const shares = group.divide(ciphertext.data, value);
  const { g, fixedPower, multiply, power } = group;
  const pad = multiply(fixedPower(g, proof.response), fixedPower(publicKey, proof.challenge));
  const data = multiply(power(ciphertext.pad, proof.response), power(shares, proof.challenge));
  const parts = [extendedHash, publicKey, ciphertext.pad, ciphertext.data, pad, data, shares];
  const challenge = parts.reduce((before, part) => hash(group, before, part), hash(group, "30"));
  return challenge === proof.challenge ? undefined : "the challenge is not the hash of the statement";
}
