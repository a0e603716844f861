/** Exports the public API of the elections for Node and browsers. */
export { ballotHash, confirmationCode, deviceHash } from "./core/ballots/ballot.ts";
export type {
  BallotNonces,
  Device,
  EncryptedBallot,
  EncryptedContest,
  EncryptedSelection,
  PlainBallot,
  SubmittedBallot,
} from "./core/ballots/ballot.ts";
export { checkBallot, objectionsToBallot, objectionsToBallots } from "./core/ballots/check-ballot.ts";
export type { BallotObjection } from "./core/ballots/check-ballot.ts";
export { encryptBallot } from "./core/ballots/encrypt-ballot.ts";
export type { BallotToEncrypt, Election } from "./core/ballots/encrypt-ballot.ts";
export { platformRandom, randomScalar, requireElement, requireScalar } from "./core/crypto/scalars.ts";
export type { RandomBytes } from "./core/crypto/scalars.ts";
export {
  addCiphertexts,
  createDiscreteLog,
  decryptWithNonce,
  decryptWithSecret,
  encrypt,
} from "./core/crypto/elgamal.ts";
export type { Ciphertext, Encryption, HashedCiphertext } from "./core/crypto/elgamal.ts";
export { createGroup, plainExponentiation } from "./core/crypto/group.ts";
export type { Exponentiation, Group, GroupOptions, MakeExponentiation } from "./core/crypto/group.ts";
export {
  GROUP_V1_4096,
  GROUP_V2_3072,
  GROUP_V2_4096,
  TOY_GROUP_16,
  TOY_GROUP_256,
  TOY_GROUP_64,
} from "./core/crypto/group-parameters.ts";
export type { GroupParameters } from "./core/crypto/group-parameters.ts";
export { hash } from "./core/crypto/hash.ts";
export type { HashPart } from "./core/crypto/hash.ts";
export type { LimitProof, RangeProof, SelectionProof } from "./core/crypto/ballot-proofs.ts";
export type { SchnorrProof, ShareProof } from "./core/crypto/guardian-proofs.ts";
export {
  createContext,
  createGuardianKeys,
  guardianKeysOf,
  isPointOf,
  objectionToGuardian,
  openBackup,
  recoveryKey,
  sealBackup,
} from "./core/guardians/key-ceremony.ts";
export type {
  ElectionContext,
  GuardianKeys,
  GuardianName,
  GuardianPublic,
  KeyBackup,
} from "./core/guardians/key-ceremony.ts";
export { judgeBackups, pointFor, prepareBackups } from "./core/home/ceremony-at-home.ts";
export type { BackupVerdict, Ceremony } from "./core/home/ceremony-at-home.ts";
export { checkPublishedTally, decryptAtHome } from "./core/home/decrypt-at-home.ts";
export type { CheckedTally, HomeShares, HomeWork, PublishedTally } from "./core/home/decrypt-at-home.ts";
export {
  createGuardianClient,
  keyFileOwner,
  readLeftBackups,
  readPublishedGuardians,
  readPublishedTally,
} from "./core/home/guardian-client.ts";
export type { GuardianAccess, GuardianClient } from "./core/home/guardian-client.ts";
export { PASSPHRASE_LENGTH_MIN, createKeyFile, openKeyFile } from "./core/guardians/key-file.ts";
export type { KeyFileToCreate, KeyFileToOpen, Scrypt } from "./core/guardians/key-file.ts";
export { fingerprintOf } from "./core/guardians/guardian-secret.ts";
export {
  createFleetSeed,
  fleetKeysOf,
  openCredential,
  openSealed,
  sealCredential,
  sealForWorkers,
} from "./core/guardians/seal.ts";
export type { BytesToSeal, CredentialToSeal, FleetKeys, SealPurpose } from "./core/guardians/seal.ts";
export { checkManifest, contestsOfStyle, manifestHash, placeholdersOf } from "./core/manifest/manifest.ts";
export type { BallotStyle, Contest, Manifest, Party, Selection, Text, Unit } from "./core/manifest/manifest.ts";
export { readRecord191 } from "./core/records/read-record-191.ts";
export type { Record191 } from "./core/records/read-record-191.ts";
export { readRecord20 } from "./core/records/read-record-20.ts";
export type { Record20 } from "./core/records/joint-record.ts";
export { readRecord } from "./core/records/read-record.ts";
export type { ElectionRecord } from "./core/records/read-record.ts";
export type { RecordFiles } from "./core/records/record-files.ts";
export {
  backupToJson,
  encryptedBallotToJson,
  guardianToJson,
  openedBallotToJson,
  submittedBallotToJson,
} from "./core/records/write-ballot.ts";
export type { OpenedBallot } from "./core/records/write-ballot.ts";
export { manifestToJson } from "./core/manifest/manifest-json.ts";
export type { Candidate } from "./core/manifest/manifest-json.ts";
export { recordFiles, writeRecord, zipRecord } from "./core/records/write-record.ts";
export type {
  ChunkPlan,
  PlannedChunk,
  RecordFile,
  RecordParts,
  RecordSink,
  WrittenRecord,
} from "./core/records/write-record.ts";
export { addBallots, mergeParts, toEncryptedTally } from "./core/tally/tally.ts";
export type {
  CompensatedShare,
  DecryptedSelection,
  DecryptedTally,
  EncryptedTally,
  GuardianShare,
  TallyPart,
} from "./core/tally/tally.ts";
export {
  checkCompensatedShare,
  checkDirectShare,
  combineShares,
  compensateShare,
  decryptShare,
} from "./core/tally/decryption-shares.ts";
export type { DirectShare, SharesToCombine } from "./core/tally/decryption-shares.ts";
export { STEPS } from "./verify/report.ts";
export type { BallotVerdict, Finding, OnProgress, StepName, StepReport, VerificationReport } from "./verify/report.ts";
export { openRecord } from "./verify/open-record.ts";
export type { OpenOptions, OpenRecord, RecordKind, RecordReport } from "./verify/open-record.ts";
export { verifyRecord191 } from "./verify/verify-record-191.ts";
export { verifyRecord20 } from "./verify/verify-record-20.ts";
export { verifyRecord } from "./verify/verify-record.ts";
export type { VerificationOptions } from "./verify/verify-record.ts";
export { encryptAtHome, repeatOpened } from "./core/home/vote-at-home.ts";
export type { HomeChoices, HomeVote, OpenedToRepeat, VotingPaper } from "./core/home/vote-at-home.ts";
export { createLinkSecret, credentialOf, isVoteSigned } from "./core/home/credential.ts";
export type { Credential } from "./core/home/credential.ts";
export { ElectionError } from "./errors.ts";
export type { ElectionErrorCode } from "./errors.ts";
