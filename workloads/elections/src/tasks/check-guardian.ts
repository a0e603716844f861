/** Checks keys and points that guardians publish in the ceremony, and stores them only when they are right. */
import { computeIn, defineTask } from "@rota/engine";
import { fromHex } from "../core/crypto/hash.ts";
import { readJson } from "../core/records/json-reader.ts";
import { readGuardian } from "../core/records/read-record.ts";
import { dismiss, publishedGuardians, publishKeys } from "../store/ceremony.ts";
import { readElection } from "../store/election.ts";
import type * as ceremonyChecks from "./compute/checks.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

/** Queue of the checks that people wait for: ballots at admission, keys in the ceremony. */
export const CHECKS_QUEUE = "election.checks";

const inChecks = computeIn<typeof ceremonyChecks>(new URL("./compute/checks.ts", import.meta.url));
const SETTINGS = { queue: CHECKS_QUEUE, retry: ELECTIONS_RETRY, priority: 1 } as const;

/** Outcome of a check: `objection` is the error, null when there is none. */
export type CheckResult = { readonly objection: string | null };

type KeysToCheck = { readonly electionId: string; readonly sequence: number; readonly published: object };

export const checkKeysTask = defineTask({
  name: "elections.check-keys",
  ...SETTINGS,
  async run({ electionId: id, sequence, published }: KeysToCheck, { database, compute, commit }) {
    const electionId = BigInt(id);
    const { groupName: group, quorum } = await readElection(database, { electionId });
    const guardian = readGuardian(readJson(JSON.stringify(published), "the keys"));
    const objection = await compute(inChecks("checkKeys"), { group, guardian, quorum });
    if (objection !== undefined) return { objection: `guardian ${guardian.guardianId} ${objection}` };
    return commit(async (tx): Promise<CheckResult> => {
      const isNew = await publishKeys(tx, { electionId, sequence, published });
      return { objection: isNew ? null : "it has published other keys before" };
    });
  },
});

type PointToCheck = {
  readonly electionId: string;
  readonly sender: number;
  readonly receiver: number;
  readonly point: string;
};

export const checkPointTask = defineTask({
  name: "elections.check-point",
  ...SETTINGS,
  async run({ electionId: id, sender, receiver, point }: PointToCheck, { database, compute, commit }) {
    const electionId = BigInt(id);
    const { groupName: group } = await readElection(database, { electionId });
    const guardian = (await publishedGuardians(database, electionId)).find(({ sequence }) => sequence === sender);
    if (guardian === undefined) return { objection: "the ceremony was started again" };
    const work = { group, point: fromHex(point, "the point"), sender: guardian, sequence: receiver };
    if (!(await compute(inChecks("checkPoint"), work)))
      return { objection: `the point does not fit what guardian ${guardian.guardianId} published` };
    return commit(async (tx): Promise<CheckResult> => {
      const isOver = await dismiss(tx, { electionId, sender, receiver, point });
      return { objection: isOver ? null : "the backup is not challenged" };
    });
  },
});
