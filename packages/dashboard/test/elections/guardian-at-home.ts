/** A guardian who works with a program of its own instead of the page. */
import { createClient } from "@rota/client";
import {
  createGroup,
  createGuardianClient,
  createGuardianKeys,
  createKeyFile,
  judgeBackups,
  pointFor,
  prepareBackups,
  TOY_GROUP_256,
} from "@rota/elections";
import { nativeScrypt } from "@rota/elections/node";

const group = createGroup(TOY_GROUP_256);

export type GuardianAtHome = {
  readonly publish: () => Promise<void>;
  readonly backUp: () => Promise<void>;
  /** With a reason: says so of every backup, rightly or not. */
  readonly judge: (reason?: string) => Promise<void>;
  /** Of a challenge by the guardian with the number. */
  readonly answer: (receiver: number) => Promise<unknown>;
  /** Where its keys are on its device. */
  readonly keyFile: (passphrase: string) => Promise<string>;
};

/** Of the link that an official hands out. */
export async function guardianAtHome(link: string): Promise<GuardianAtHome> {
  const { origin, pathname, hash } = new URL(link);
  const electionId = pathname.split("/").at(-1) ?? "";
  const [sequence = "", token = ""] = hash.slice(1).split(".");
  const client = createGuardianClient({ server: origin, electionId, token });
  const { quorum, guardianIds } = await client.board();
  const number = Number(sequence);
  const keys = createGuardianKeys(group, { guardianId: guardianIds.get(number) ?? "", sequence: number, quorum });
  return {
    publish: () => client.publishKeys(keys.public),
    backUp: async () => client.sendBackups(prepareBackups(group, { keys, guardians: await client.guardians() })),
    judge: async (reason) => {
      const guardians = await client.guardians();
      const verdicts = judgeBackups(group, { keys, guardians, backups: await client.backups(guardians) });
      await client.judge(verdicts.map((verdict) => ({ ...verdict, objection: reason ?? verdict.objection })));
    },
    answer: (receiver) => {
      const params = { path: { electionId }, header: { "x-election-token": token } };
      const body = { receiver, point: pointFor(group, keys, receiver).toString(16) };
      return createClient({ baseUrl: origin }).POST("/v1/elections/{electionId}/ceremony/points", { params, body });
    },
    keyFile: (passphrase) => createKeyFile(group, { keys, passphrase, electionId, scrypt: nativeScrypt }),
  };
}
