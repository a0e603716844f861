/**
 * Tests the thirteen test vectors of electionguard-kotlin-multiplatform, made for a draft of 2.0.
 *
 * The draft named its version "v2.0", wrote counts in two bytes, and hashed ids where 2.0 hashes places; the vector of
 * chains is of 2.0 itself. One value is not repeated: the encryption of a polynomial's point for its receiver, because
 * no published formula of the draft gives it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { addCiphertexts, type Ciphertext } from "../src/core/crypto/elgamal.ts";
import { keyedHash, toFixedBytes } from "../src/core/crypto/hash.ts";
import { pointAt } from "../src/core/crypto/scalars.ts";
import { hashBytes, isContestText, openContestData } from "../src/core/crypto/formulas-20.ts";
import { readJson } from "../src/core/records/json-reader.ts";
import { objectionToJointProof } from "../src/verify/verify-joint.ts";
import {
  at,
  ciphertextAt,
  draft,
  draftContestHash,
  draftHash,
  electionOf,
  elementsOf,
  encryptedBy,
  final,
  group,
  hashes,
  numbers,
  objectionToProof,
  preEncryptionHash,
  proofAt,
  raisedByAll,
  votesOf,
} from "./egk-draft.ts";

describeWithTestData("elections/egk-testvectors", (folder) => {
  const load = (name: string) => {
    const file = `${name}TestVector.json`;
    return readJson(readFileSync(join(folder, file), "utf8"), file);
  };

  test("Parameters: the hash of the group, and the base hash over date and place", () => {
    const base = load("Parameters").member("election_base_hash");
    const counts = ["numberOfGuardians", "quorum"].map((name) => toFixedBytes(BigInt(base.member(name).integer()), 2));
    const texts = ["date", "jurisdiction_info"].map((name) => utf8ToBytes(base.member(name).text()));

    expect(draft.parameterHash).toBe(load("Parameters").member("parameter_base_hash").member("expected").hex());
    expect(
      keyedHash(
        draft.parameterHash,
        Uint8Array.of(2),
        ...counts,
        ...texts,
        hashBytes(base.member("manifest_hash").hex()),
      ),
    ).toBe(base.member("expected").hex());
  });

  test("KeyCeremony: keys, Schnorr proofs, the joint key, and the extended hash over all commitments", () => {
    const vector = load("KeyCeremony");
    const published: bigint[] = [];
    for (const guardian of vector.member("guardians").list()) {
      const sequence = guardian.member("coordinate").integer();
      const nonces = numbers(guardian.member("proof_nonces"));
      for (const [degree, coefficient] of numbers(guardian.member("polynomial_coefficients")).entries()) {
        const nonce = nonces[degree] ?? 0n;
        const [publicKey, commitment] = [group.fixedPower(group.g, coefficient), group.fixedPower(group.g, nonce)];
        const challenge = hashes.schnorrChallenge({ sequence, degree, publicKey, commitment });
        const expected = at(guardian.member("expected_proofs"), degree);
        expect(publicKey).toBe(expected.member("public_key").hex());
        expect(challenge).toBe(expected.member("challenge").hex());
        expect(group.scalar(nonce - challenge * coefficient)).toBe(expected.member("response").hex());
        published.push(publicKey);
      }
    }
    const perGuardian = published.length / vector.member("guardians").list().length;
    const publicKey = group.product(published.filter((_, index) => index % perGuardian === 0));
    const elements = [publicKey, ...published].map((value) => toFixedBytes(value, 512));

    expect(publicKey).toBe(vector.member("expected_joint_public_key").hex());
    expect(keyedHash(vector.member("election_base_hash").hex(), Uint8Array.of(0x12), ...elements)).toBe(
      vector.member("expected_extended_base_hash").hex(),
    );
  });

  test("ShareEncryption: points of polynomials, shares of the secret, and the first part of the message", () => {
    const vector = load("ShareEncryption");
    const polynomials = vector
      .member("guardians")
      .list()
      .map((guardian) => numbers(guardian.member("polynomial_coefficients")));
    const nonces = new Map(
      vector
        .member("expected_guardian_shares")
        .list()
        .flatMap((owner) =>
          owner
            .member("share_nonces")
            .entries()
            .map(([receiver, nonce]) => [`${owner.member("name").text()} ${receiver}`, nonce.hex()]),
        ),
    );
    for (const [index, receiver] of vector.member("expected_guardian_shares").list().entries()) {
      for (const share of receiver.member("expected_shares").list()) {
        const polynomial = polynomials[share.member("ownerXcoord").integer() - 1] ?? [];
        const nonce = nonces.get(`${share.member("polynomialOwner").text()} ${receiver.member("name").text()}`) ?? 0n;
        expect(pointAt(group, polynomial, index + 1)).toBe(share.member("yCoordinate").hex());
        expect(group.fixedPower(group.g, nonce)).toBe(share.member("encryptedCoordinate").member("c0").hex());
      }
      const sum = polynomials.reduce((total, polynomial) => total + pointAt(group, polynomial, index + 1), 0n);
      expect(group.scalar(sum)).toBe(receiver.member("expected_my_share_of_secret").hex());
    }
  });

  test("BallotEncryption: nonces, ciphertexts, proofs of selections and of the limit", () => {
    const vector = load("BallotEncryption");
    const election = electionOf(vector);
    const encrypted = at(vector.member("expected_encrypted_ballots"), 0);
    const votes = votesOf(at(vector.member("ballots"), 0));

    for (const contest of encrypted.member("contests").list()) {
      const contestId = contest.member("contestId").text();
      const ciphertexts = contest
        .member("selections")
        .list()
        .map((selection) => {
          const selectionId = selection.member("selectionId").text();
          const { nonce, ciphertext } = encryptedBy(election, {
            ballotNonce: encrypted.member("ballotNonce").hex(),
            contestId,
            selectionId,
            vote: votes.get(selectionId) ?? 0,
          });
          expect(nonce).toBe(selection.member("expected_selection_nonce").hex());
          expect(ciphertext).toEqual(ciphertextAt(selection.member("expected_encrypted_vote")));
          expect(objectionToProof(election, ciphertext, selection.member("expected_proof"))).toBeUndefined();
          return ciphertext;
        });
      const sum = addCiphertexts(group, ciphertexts);
      expect(objectionToProof(election, sum, contest.member("expected_proof"))).toBeUndefined();
    }
  });

  test.each(["ConfirmationCode", "BallotChaining"])(
    "%s: contest hashes and codes follow from nonces and votes",
    (name) => {
      const vector = load(name);
      const election = electionOf(vector);
      const isDraft = name === "ConfirmationCode";
      const plain = vector.member("ballots").list();
      for (const [index, ballot] of vector.member("expected_encrypted_ballots").list().entries()) {
        const contestId = at(ballot.member("contests"), 0).member("contestId").text();
        const ciphertexts = [...votesOf(plain[index] ?? ballot)].map(([selectionId, vote], place) =>
          encryptedBy(election, {
            ballotNonce: ballot.member("ballotNonce").hex(),
            vote,
            ...(isDraft ? { contestId, selectionId } : { places: [0, place] }),
          }),
        );
        const pairs = ciphertexts.map(({ ciphertext }) => ciphertext);
        const hash = isDraft ? draftContestHash(election, contestId, pairs) : final(election).contestHash(0, pairs);

        expect(hash).toBe(at(ballot.member("contests"), 0).member("expected_contestHash").hex());
        expect(election.code([hash], ballot.member("codeBaux").text())).toBe(
          ballot.member("expected_confirmationCode").hex(),
        );
      }
    },
  );

  test("BallotChaining: each code depends on the previous one, the first on the device", () => {
    const vector = load("BallotChaining");
    const deviceBytes = Buffer.from(
      vector
        .member("configBaux0")
        .list()
        .map((byte) => byte.integer()),
    ).toString("hex");
    const ballots = vector.member("expected_encrypted_ballots").list();
    const before = [
      Buffer.from(hashBytes(electionOf(vector).code([], deviceBytes))).toString("hex"),
      ...ballots.map((ballot) => `${ballot.member("expected_confirmationCode").text()}${deviceBytes}`),
    ];

    for (const [index, ballot] of ballots.entries()) {
      expect(ballot.member("codeBaux").text().toLowerCase()).toBe(before[index]?.toLowerCase());
    }
  });

  test("BallotAggregation: the tally is the product of the ballots", () => {
    const vector = load("BallotAggregation");
    const tally = at(vector.member("expected_encrypted_tally").member("contests"), 0).member("selections").list();

    for (const [index, selection] of tally.entries()) {
      const ciphertexts = vector
        .member("encrypted_ballots")
        .list()
        .map((ballot) => at(at(ballot.member("contests"), 0).member("selections"), index))
        .map((part) => ciphertextAt(part.member("encrypted_vote")));
      expect(addCiphertexts(group, ciphertexts)).toEqual(ciphertextAt(selection.member("encrypted_vote")));
    }
  });

  // In both files the guardians that are listed as missing are those whose shares give the counts.
  test.each(["TallyDecryption", "TallyPartialDecryption"])("%s: a quorum of shares opens the tally", (name) => {
    const vector = load(name);
    const publicKey = vector.member("joint_public_key").hex();
    const present = vector
      .member("trustees")
      .list()
      .filter((trustee) => trustee.member("missing").boolean());
    const counts = at(vector.member("expected_decrypted_tally").member("contests"), 0).member("selections");
    const selections = at(vector.member("encrypted_tally").member("contests"), 0).member("selections").list();

    for (const [index, selection] of selections.entries()) {
      const { pad, data } = ciphertextAt(selection.member("encrypted_vote"));
      const count = BigInt(at(counts, index).member("expected_decrypted_vote").integer());
      expect(group.divide(data, raisedByAll(pad, present))).toBe(group.fixedPower(publicKey, count));
    }
  });

  test("DecryptBallot: counts and contest data are opened, and the joint proofs are valid", () => {
    const vector = load("DecryptBallot");
    const election = electionOf(vector);
    const contest = at(vector.member("expected_decrypted_ballot").member("contests"), 0);

    for (const selection of contest.member("selections").list()) {
      const ciphertext = ciphertextAt(selection.member("encrypted_vote"));
      const value = selection.member("b_over_m").hex();
      const shares = group.divide(ciphertext.data, value);
      const challengeOf = (commitment: Ciphertext) => election.openingChallenge(ciphertext, commitment, shares);
      expect(value).toBe(group.fixedPower(election.publicKey, BigInt(selection.member("tally").integer())));
      expect(
        objectionToJointProof(election, { pad: ciphertext.pad, shares, proof: proofAt(selection), challengeOf }),
      ).toBeUndefined();
    }
    const opened = contest.member("decrypted_contest_data");
    const given = opened.member("encrypted_contest_data");
    const sealed = {
      pad: given.member("c0").hex(),
      data: given.member("c1").text().toLowerCase(),
      mac: given.member("c2").hex(),
      bytes: given.member("numBytes").integer(),
    };
    const beta = opened.member("beta").hex();
    const challengeOf = (commitment: Ciphertext) => election.openedDataChallenge(sealed, commitment, beta);
    expect(raisedByAll(sealed.pad, vector.member("trustees").list())).toBe(beta);
    expect(
      objectionToJointProof(election, { pad: sealed.pad, shares: beta, proof: proofAt(opened), challengeOf }),
    ).toBeUndefined();
    const key = election.dataKey(sealed.pad, beta);
    const bytes = openContestData({
      ...sealed,
      contestId: contest.member("contest_id").text(),
      key,
      pad: toFixedBytes(sealed.pad, 512),
    });
    // The draft wrote another text than egk-ec does. The valid authentication code shows that the key is right.
    expect(bytes?.length).toBe(sealed.bytes);
    expect(isContestText(bytes ?? new Uint8Array(), { overVotes: [], writeIns: [], status: "normal" })).toBe(false);
  });

  test("DecryptWithNonce: the nonce of a ballot opens it", () => {
    const vector = load("DecryptWithNonce");
    const election = electionOf(vector);
    const contest = at(vector.member("encrypted_ballot").member("contests"), 0);
    const votes = votesOf(vector.member("expected_decrypted_ballot"));

    for (const selection of contest.member("selections").list()) {
      const selectionId = selection.member("selection_id").text();
      const { ciphertext } = encryptedBy(election, {
        ballotNonce: vector.member("primary_nonce").hex(),
        contestId: contest.member("contest_id").text(),
        selectionId,
        vote: votes.get(selectionId) ?? 0,
      });
      expect(ciphertext).toEqual(ciphertextAt(selection.member("encrypted_vote")));
    }
  });

  test("PreEncryption: nonces, vectors, hashes of selections and contests, and the code", () => {
    const vector = load("PreEncryption");
    const election = electionOf(vector);
    const ballot = vector.member("preencrypted_ballot");
    const contestHashes = ballot
      .member("contests")
      .list()
      .map((contest) => {
        const contestId = contest.member("contestId").text();
        const selections = contest.member("selections").list();
        const selectionHashes = selections.map((selection) => {
          const ciphertexts = selection.member("expected_selectionVector").list().map(ciphertextAt);
          for (const [index, nonce] of numbers(selection.member("expected_selectionNonces")).entries()) {
            const ids = [
              contestId,
              selection.member("selectionId").text(),
              at(contest.member("selections"), index).member("selectionId").text(),
            ];
            expect(election.nonce(0x43, vector.member("primary_nonce").hex(), ids)).toBe(nonce);
            expect(group.fixedPower(group.g, nonce)).toBe(ciphertexts[index]?.pad);
          }
          const hash = draftHash(election, { tag: 0x40, text: "", parts: ciphertexts.flatMap(elementsOf) });
          expect(hash).toBe(selection.member("expected_selectionHash").hex());
          return hash;
        });
        const hash = preEncryptionHash(election, contestId, selectionHashes);
        expect(hash).toBe(contest.member("expected_preencryptionHash").hex());
        return hash;
      });

    expect(keyedHash(election.extendedHash, Uint8Array.of(0x42), ...contestHashes.map(hashBytes))).toBe(
      ballot.member("expected_confirmationCode").hex(),
    );
  });

  test("PreEncryptionRecorded: the recorded choice is the product of the vectors whose codes were chosen", () => {
    const vector = load("PreEncryptionRecorded");
    const election = electionOf(vector);
    const ballot = vector.member("expected_recorded_ballot");
    const contestHashes = ballot
      .member("contests")
      .list()
      .map((contest) => {
        const contestId = contest.member("contest_id").text();
        const recorded = contest.member("pre_encryption");
        const chosen = recorded.member("selected_vectors").list();
        for (const choice of chosen) {
          const ciphertexts = choice.member("encryptions").list().map(ciphertextAt);
          const hash = draftHash(election, { tag: 0x40, text: "", parts: ciphertexts.flatMap(elementsOf) });
          expect(hash).toBe(choice.member("selection_hash").hex());
          expect(choice.member("selection_hash").text().startsWith(choice.member("short_code").text())).toBe(true);
        }
        const sums = contest
          .member("selections")
          .list()
          .map((selection, index) => {
            const sum = addCiphertexts(
              group,
              chosen.map((choice) => ciphertextAt(at(choice.member("encryptions"), index))),
            );
            expect(sum).toEqual(ciphertextAt(selection.member("encrypted_vote")));
            return sum;
          });
        expect(draftContestHash(election, contestId, sums)).toBe(contest.member("contest_hash").hex());
        const hash = preEncryptionHash(election, contestId, numbers(recorded.member("all_selection_hashes")));
        expect(hash).toBe(recorded.member("preencryption_hash").hex());
        return hash;
      });

    expect(keyedHash(election.extendedHash, Uint8Array.of(0x42), ...contestHashes.map(hashBytes))).toBe(
      ballot.member("confirmation_code").hex(),
    );
  });
});
