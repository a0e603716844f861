/** COMPENSATED_DECRYPTION: workers make the shares that a present guardian gives for a missing one. */
import { COMPENSATED_DECRYPTION_RETRY, computeIn, defineTask, ELECTIONS_RETRY, RotaError } from "@rota/engine";
import type { KeyBackup } from "../../guardians/key-backup.ts";
import type * as making from "../../phases/arithmetic/make-shares.ts";
import { afterShares, type CompensationChunk, type CredentialToClear } from "../../phases/decryption/after-shares.ts";
import { markDecrypted, selectBackup } from "../../phases/decryption/decryption.sql.ts";
import { guardianNumbered, type PhaseGuardian } from "../../phases/phase-election.ts";
import { readHashedCiphertext } from "../../records/read-ballot.ts";
import { readJson } from "../../records/json-reader.ts";
import { credentialKey } from "../../phases/plan/work-key.ts";
import { ticketFields } from "../../phases/plan/ticket-fields.ts";
import { electionOfTask } from "../election-of-task.ts";
import { runShareChunk } from "./share-chunk.ts";

const inMaking = computeIn<typeof making>(new URL("../../phases/arithmetic/make-shares.ts", import.meta.url));

export const compensatedDecryption = defineTask({
  name: "elections.compensated-decryption",
  queue: "compensated.decryption",
  retry: COMPENSATED_DECRYPTION_RETRY,
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

/** Forgets the credential of a guardian whose work is done. */
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
  if (sealed === undefined) throw new RotaError("KEY_BACKUP_INVALID", `${what} is not there`, { senderId, receiverId });
  const encryptedPoint = readHashedCiphertext(readJson(JSON.stringify(sealed), what));
  return { senderId, receiverId, receiverSequence, encryptedPoint };
}
