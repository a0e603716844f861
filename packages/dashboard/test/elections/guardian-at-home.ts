/** A guardian who works with a program of its own instead of the page. */
import {
  createGroup,
  createGuardianClient,
  createGuardianKeys,
  createKeyFile,
  judgeBackups,
  prepareBackups,
  TOY_GROUP_256,
} from "@rota/elections";
import { nativeScrypt } from "@rota/elections/node";

const group = createGroup(TOY_GROUP_256);

export type GuardianAtHome = {
  readonly publish: () => Promise<void>;
  readonly backUp: () => Promise<void>;
  readonly judge: () => Promise<void>;
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
    judge: async () => {
      const guardians = await client.guardians();
      await client.judge(judgeBackups(group, { keys, guardians, backups: await client.backups(guardians) }));
    },
    keyFile: (passphrase) => createKeyFile(group, { keys, passphrase, electionId, scrypt: nativeScrypt }),
  };
}
