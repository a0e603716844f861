/** Makes the shares of present guardians for missing ones, and plans the next tasks when shares arrive. */
import {
  computeIn,
  defineTask,
  type NewTask,
  planTask,
  type RunContext,
  type TaskDefinition,
  type ThenContext,
} from "@rota/engine";
import type { KeyBackup } from "../core/guardians/key-ceremony.ts";
import { readJson } from "../core/records/json-reader.ts";
import { readHashedCiphertext } from "../core/records/read-ballot.ts";
import type { ShareForm } from "../core/tally/decryption-shares.ts";
import { type Slice, SLICE_SIZE, sliceName } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import { type Giver, insertShares, markDecrypted, selectBackup, selectGivenSlices } from "../store/decryption.sql.ts";
import { type DecryptionProgress, planDecryption, readDecryptionProgress, readSources } from "../store/decryption.ts";
import {
  guardianNumbered,
  type PhaseElection,
  type PhaseGuardian,
  readPhaseElection,
  readPhaseGuardians,
} from "../store/phase-election.ts";
import { lockElection } from "../store/tally.sql.ts";
import type * as making from "./compute/make-shares.ts";
import {
  credentialKey,
  electionOfTask,
  groupOfElection,
  PHASE_ENDS,
  planWork,
  shareCost,
  ticketFields,
  workKey,
  workLabel,
} from "./phase-work.ts";
import { COMPENSATED_DECRYPTION_RETRY, ELECTIONS_RETRY } from "./retry-policies.ts";

const inMaking = computeIn<typeof making>(new URL("./compute/make-shares.ts", import.meta.url));

export const compensatedDecryption = defineTask({
  name: "elections.compensated-decryption",
  queue: "compensated.decryption",
  retry: COMPENSATED_DECRYPTION_RETRY,
  announce: PHASE_ENDS,
  ticketFields,
  split: (chunk: CompensationChunk) => [chunk],
  run: async ({ electionId: id, guardian, missing, slices }, context) => {
    const electionId = BigInt(id);
    const [row] = await context.database.query(selectBackup(electionId, missing, guardian));
    await runShareChunk(context, { giver: { electionId, guardian, missing }, slices }, (work, guardians) => {
      const absent = guardianNumbered(guardians, missing);
      const backup = backupOf(row?.sealed, { sender: absent, receiver: guardianNumbered(guardians, guardian) });
      return context.compute(inMaking("compensateSlices"), { ...work, missing: absent.public, backup });
    });
  },
  then: async (context) => {
    const { electionId } = await electionOfTask(context.tx, context.taskId);
    await afterShares(context, electionId, { compensated: compensatedDecryption, clearing: credentialClearing });
  },
});

/** Deletes the credential of a guardian whose work is done. */
export const credentialClearing = defineTask({
  name: "elections.credential-clearing",
  queue: "compensated.decryption",
  retry: ELECTIONS_RETRY,
  ticketFields,
  run: async ({ electionId: id, guardian }: CredentialToClear, { secrets, commit }) => {
    const electionId = BigInt(id);
    await secrets.drop(credentialKey(electionId, guardian));
    await commit((tx) => tx.query(markDecrypted(electionId, guardian)));
  },
});

function backupOf(
  sealed: unknown,
  { sender, receiver }: { sender: PhaseGuardian; receiver: PhaseGuardian },
): KeyBackup {
  const { guardianId: senderId } = sender.public;
  const { guardianId: receiverId, sequence: receiverSequence } = receiver.public;
  const what = `the backup of guardian ${senderId} for ${receiverId}`;
  if (sealed === undefined)
    throw new ElectionError("KEY_BACKUP_INVALID", `${what} is not there`, { senderId, receiverId });
  const encryptedPoint = readHashedCiphertext(readJson(JSON.stringify(sealed), what));
  return { senderId, receiverId, receiverSequence, encryptedPoint };
}

type ShareChunk = { readonly giver: Giver; readonly slices: readonly Slice[] };

type MakeShares = (
  work: making.SlicesToDecrypt,
  guardians: readonly PhaseGuardian[],
) => Promise<readonly (readonly ShareForm[])[]>;

/** Makes and stores the shares of a chunk. Waits, at no cost, while the credential is missing. */
export async function runShareChunk(
  context: RunContext,
  { giver, slices }: ShareChunk,
  make: MakeShares,
): Promise<void> {
  const { electionId, guardian: number } = giver;
  const { database } = context;
  const given = (await database.query(selectGivenSlices(giver))).map(({ subject_id: subjectId, ...rest }) =>
    sliceName({ ...rest, subjectId }),
  );
  const wanted = slices.filter((slice) => !given.includes(sliceName(slice)));
  if (wanted.length === 0) return;
  const credential = await context.secrets.read(credentialKey(electionId, number));
  const { group, manifest, context: keys } = await readPhaseElection(database, electionId);
  const guardians = await readPhaseGuardians(database, electionId);
  const shares = await make(
    {
      group,
      manifest,
      context: keys,
      electionId: String(electionId),
      guardian: guardianNumbered(guardians, number).public,
      credential,
      slices: await readSources(database, electionId, wanted),
    },
    guardians,
  );
  await context.commit(async (tx) => {
    for (const [index, slice] of wanted.entries()) await tx.query(insertShares(giver, slice, shares[index] ?? []));
  });
}

type CompensationChunk = {
  readonly electionId: string;
  readonly guardian: number;
  readonly missing: number;
  readonly slices: readonly Slice[];
};

type CredentialToClear = { readonly electionId: string; readonly guardian: number };

/** Tasks that may follow. */
type Followers = {
  readonly compensated: TaskDefinition<CompensationChunk>;
  readonly clearing: TaskDefinition<CredentialToClear>;
};

/**
 * Plans the next tasks: deletes credentials once all shares are stored, and before that, compensates where it is
 * possible. No work is planned twice.
 */
export async function afterShares(
  { tx, submit }: Pick<ThenContext, "tx" | "submit">,
  electionId: bigint,
  followers: Followers,
): Promise<void> {
  const [locked] = await tx.query(lockElection(electionId));
  if (locked?.state !== "DECRYPTING") return;
  const election = await readPhaseElection(tx, electionId);
  const standing = await readDecryptionProgress(tx, election);
  const tasks = standing.isComplete
    ? await clearings(election, standing, followers.clearing)
    : await compensations(election, { standing, chunks: await planDecryption(tx, election) }, followers.compensated);
  if (standing.isComplete)
    for (const { public: guardian, decrypting } of standing.present)
      if (decrypting?.isAtHome === true) await tx.query(markDecrypted(electionId, guardian.sequence));
  if (tasks.length > 0) await submit(tasks);
}

async function clearings(
  { electionId, tenant, seed }: PhaseElection,
  { present }: DecryptionProgress,
  clearing: Followers["clearing"],
): Promise<NewTask[]> {
  const atWorkers = present.filter(({ decrypting }) => decrypting?.isAtHome === false);
  return Promise.all(
    atWorkers.map(({ public: { sequence: guardian } }) => {
      const work = { phase: "CLEAR", electionId, guardian } as const;
      return planTask(
        clearing,
        { electionId: String(electionId), guardian },
        {
          tenant,
          group: groupOfElection(electionId),
          taskKey: { stem: workLabel(work) },
          unique: { key: workKey(work, seed), mode: "singleton" },
        },
      );
    }),
  );
}

/** Plans compensation for each guardian whose key workers may use and each missing guardian. */
async function compensations(
  election: PhaseElection,
  { standing, chunks }: { standing: DecryptionProgress; chunks: readonly (readonly Slice[])[] },
  compensated: Followers["compensated"],
): Promise<NewTask[]> {
  const { electionId, seed } = election;
  const pairs = standing.present.flatMap(({ public: { sequence: guardian }, decrypting, compensated: given }) =>
    decrypting?.isAtHome === false
      ? [...given].flatMap(([missing, slices]) => (slices < standing.slices ? [{ guardian, missing }] : []))
      : [],
  );
  return Promise.all(
    pairs.map(async ({ guardian, missing }) => {
      const work = { phase: "COMPENSATED_DECRYPT", electionId, guardian, missing } as const;
      const payloads = chunks.map((slices) => ({ electionId: String(electionId), guardian, missing, slices }));
      const task = await planWork(compensated, election, { work, payloads, cost: shareCost(SLICE_SIZE) });
      return { ...task, unique: { key: workKey(work, seed), mode: "singleton" as const } };
    }),
  );
}
