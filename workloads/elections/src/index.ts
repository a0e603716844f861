/** The public API of the elections that runs in Node and in browsers alike. */
export { ballotHash, confirmationCode, deviceHash } from "./ballots/ballot-hashes.ts";
export type { Device } from "./ballots/ballot-hashes.ts";
export type {
  BallotNonces,
  EncryptedBallot,
  EncryptedContest,
  EncryptedSelection,
  PlainBallot,
  SubmittedBallot,
} from "./ballots/ballot.ts";
export { checkBallot, objectionsToBallot } from "./ballots/check-ballot.ts";
export type { BallotObjection } from "./ballots/check-ballot.ts";
export { objectionsToBallots } from "./ballots/check-ballots.ts";
export { encryptBallot } from "./ballots/encrypt-ballot.ts";
export type { BallotToEncrypt, Election } from "./ballots/encrypt-ballot.ts";
export { requireElement, requireScalar } from "./crypto/check-values.ts";
export { createDiscreteLog } from "./crypto/discrete-log.ts";
export { addCiphertexts, decryptWithNonce, decryptWithSecret, encrypt } from "./crypto/elgamal.ts";
export type { Ciphertext, Encryption } from "./crypto/elgamal.ts";
export { plainExponentiation } from "./crypto/group/exponentiation.ts";
export type { Exponentiation, MakeExponentiation } from "./crypto/group/exponentiation.ts";
export { createGroup } from "./crypto/group/group.ts";
export type { Group, GroupOptions } from "./crypto/group/group.ts";
export { GROUP_V1_4096, GROUP_V2_3072, GROUP_V2_4096 } from "./crypto/group/parameters.ts";
export type { GroupParameters } from "./crypto/group/parameters.ts";
export { TOY_GROUP_16, TOY_GROUP_256, TOY_GROUP_64 } from "./crypto/group/toy-groups.ts";
export { hash } from "./crypto/hash/hash.ts";
export type { HashPart } from "./crypto/hash/hash.ts";
export type { HashedCiphertext } from "./crypto/hashed-elgamal.ts";
export type { LimitProof } from "./crypto/proofs/limit-proof.ts";
export type { RangeProof } from "./crypto/proofs/range-proof.ts";
export type { SchnorrProof } from "./crypto/proofs/schnorr-proof.ts";
export type { SelectionProof } from "./crypto/proofs/selection-proof.ts";
export type { ShareProof } from "./crypto/proofs/share-proof.ts";
export { platformRandom, randomScalar } from "./crypto/random-scalar.ts";
export type { RandomBytes } from "./crypto/random-scalar.ts";
export { createContext } from "./guardians/election-context.ts";
export type { ElectionContext } from "./guardians/election-context.ts";
export { createGuardianKeys, guardianKeysOf, objectionToGuardian } from "./guardians/guardian-keys.ts";
export type { GuardianKeys, GuardianName, GuardianPublic } from "./guardians/guardian-keys.ts";
export { judgeBackups, pointFor, prepareBackups } from "./guardians/home/ceremony-at-home.ts";
export type { BackupVerdict, Ceremony } from "./guardians/home/ceremony-at-home.ts";
export { decryptAtHome } from "./guardians/home/decrypt-at-home.ts";
export type { HomeShares, HomeWork } from "./guardians/home/decrypt-at-home.ts";
export { createGuardianClient } from "./guardians/home/guardian-client.ts";
export type { GuardianAccess, GuardianClient } from "./guardians/home/guardian-client.ts";
export {
  keyFileOwner,
  readLeftBackups,
  readPublishedGuardians,
  readPublishedTally,
} from "./guardians/home/home-files.ts";
export { checkPublishedTally } from "./guardians/home/published-tally.ts";
export type { CheckedTally, PublishedTally } from "./guardians/home/published-tally.ts";
export { createKeyFile, openKeyFile, PASSPHRASE_LENGTH_MIN } from "./guardians/key-file.ts";
export type { KeyFileToCreate, KeyFileToOpen, Scrypt } from "./guardians/key-file.ts";
export { isPointOf, openBackup, recoveryKey, sealBackup } from "./guardians/key-backup.ts";
export type { KeyBackup } from "./guardians/key-backup.ts";
export { fingerprintOf } from "./guardians/public-fingerprint.ts";
export { openCredential, sealCredential } from "./guardians/sealing/credential.ts";
export type { CredentialToSeal } from "./guardians/sealing/credential.ts";
export { createFleetSeed, fleetKeysOf } from "./guardians/sealing/fleet-keys.ts";
export type { FleetKeys } from "./guardians/sealing/fleet-keys.ts";
export { openSealed, sealForWorkers } from "./guardians/sealing/seal.ts";
export type { BytesToSeal, SealPurpose } from "./guardians/sealing/seal.ts";
export { checkManifest } from "./manifest/check-manifest.ts";
export { manifestHash } from "./manifest/manifest-hash.ts";
export { contestsOfStyle, placeholdersOf } from "./manifest/manifest.ts";
export type { BallotStyle, Contest, Manifest, Party, Selection, Text, Unit } from "./manifest/manifest.ts";
export { readRecord191 } from "./records/joint/read-record-191.ts";
export type { Record191 } from "./records/joint/read-record-191.ts";
export { readRecord20 } from "./records/joint/read-record-20.ts";
export type { Record20 } from "./records/joint/record-20.ts";
export { readRecord } from "./records/read-record.ts";
export type { ElectionRecord } from "./records/read-record.ts";
export type { RecordFiles } from "./records/record-files.ts";
export { encryptedBallotToJson, openedBallotToJson, submittedBallotToJson } from "./records/writing/write-ballot.ts";
export type { OpenedBallot } from "./records/writing/write-ballot.ts";
export { backupToJson, guardianToJson } from "./records/writing/write-guardian.ts";
export { manifestToJson } from "./records/writing/write-manifest.ts";
export type { Candidate } from "./records/writing/write-manifest.ts";
export type { ChunkPlan, PlannedChunk } from "./records/writing/write-plan.ts";
export { recordFiles, writeRecord } from "./records/writing/write-record.ts";
export type { RecordFile, RecordParts, RecordSink, WrittenRecord } from "./records/writing/write-record.ts";
export { zipRecord } from "./records/writing/zip-record.ts";
export { addBallots, mergeParts, toEncryptedTally } from "./tally/aggregate.ts";
export type { TallyPart } from "./tally/aggregate.ts";
export { combineShares } from "./tally/combine-shares.ts";
export type { SharesToCombine } from "./tally/combine-shares.ts";
export { checkCompensatedShare, checkDirectShare, compensateShare, decryptShare } from "./tally/decrypt-share.ts";
export type { DirectShare } from "./tally/decrypt-share.ts";
export type {
  CompensatedShare,
  DecryptedSelection,
  DecryptedTally,
  EncryptedTally,
  GuardianShare,
} from "./tally/tally.ts";
export type { BallotVerdict } from "./verify/ballot-verdict.ts";
export { openRecord } from "./verify/open-record.ts";
export type { OpenOptions, OpenRecord, RecordKind, RecordReport } from "./verify/open-record.ts";
export { STEPS } from "./verify/report.ts";
export type { Finding, OnProgress, StepName, StepReport, VerificationReport } from "./verify/report.ts";
export { verifyRecord191 } from "./verify/joint/verify-record-191.ts";
export { verifyRecord20 } from "./verify/joint/verify-record-20.ts";
export { verifyRecord } from "./verify/verify-record.ts";
export type { VerificationOptions } from "./verify/verify-record.ts";
export { repeatOpened } from "./voter/repeat-opened.ts";
export type { OpenedToRepeat } from "./voter/repeat-opened.ts";
export { encryptAtHome } from "./voter/vote-at-home.ts";
export type { HomeChoices, HomeVote } from "./voter/vote-at-home.ts";
export type { VotingPaper } from "./voter/voting-paper.ts";
