/** Tasks of the key ceremony: check what a guardian published, and make it the guardian's only then. */
import { computeIn, defineTask, ELECTIONS_RETRY } from "@rota/engine";
import { fromHex } from "../../crypto/hash/hex.ts";
import { readJson } from "../../records/json-reader.ts";
import { readGuardian } from "../../records/read-record.ts";
import type * as ceremonyChecks from "../arithmetic/ceremony-checks.ts";
import { publishedGuardians } from "../ceremony/ceremony.ts";
import { dismiss, publishKeys } from "../ceremony/hold-ceremony.ts";
import { readElection } from "../elections/election.ts";
import { CHECKS_QUEUE } from "./queue.ts";

const inChecks = computeIn<typeof ceremonyChecks>(new URL("../arithmetic/ceremony-checks.ts", import.meta.url));
const SETTINGS = { queue: CHECKS_QUEUE, retry: ELECTIONS_RETRY, priority: 1 } as const;

/** What became of it: `objection` says what is wrong with it. */
export type CheckResult = { readonly objection: string | null };

export type KeysToCheck = { readonly electionId: string; readonly sequence: number; readonly published: object };

export const checkKeysTask = defineTask({
  name: "elections.check-keys",
  ...SETTINGS,
  async run({ electionId: id, sequence, published }: KeysToCheck, { database, compute, commit }) {
    const electionId = BigInt(id);
    const { groupName: group, quorum } = await readElection(database, { electionId });
    const guardian = readGuardian(readJson(JSON.stringify(published), "the keys"));
    const objection = await compute(inChecks("checkKeys"), { group, guardian, quorum });
    if (objection !== undefined) return { objection: `guardian ${guardian.guardianId} ${objection}` };
    await commit(async (tx): Promise<CheckResult> => {
      const isNew = await publishKeys(tx, { electionId, sequence, published });
      return { objection: isNew ? null : "it has published other keys before" };
    });
    return { objection: null };
  },
});

export type PointToCheck = {
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
    await commit(async (tx): Promise<CheckResult> => {
      const isOver = await dismiss(tx, { electionId, sender, receiver, point });
      return { objection: isOver ? null : "the backup is not challenged" };
    });
    return { objection: null };
  },
});
