/** A guardian who works with a program of its own instead of the page. */
import {
  createGroup,
  createGuardianClient,
  createGuardianKeys,
  decryptAtHome,
  judgeBackups,
  prepareBackups,
  TOY_GROUP_256,
} from "@rota/elections";

const group = createGroup(TOY_GROUP_256);

export type GuardianAtHome = {
  readonly publish: () => Promise<void>;
  readonly backUp: () => Promise<void>;
  readonly judge: () => Promise<void>;
  readonly decrypt: () => Promise<void>;
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
    decrypt: async () => {
      const published = await client.published(group);
      const numbers = await client.missing();
      const missing = published.guardians.filter((each) => numbers.includes(each.sequence));
      const backups = missing.length === 0 ? [] : await client.backups(published.guardians);
      const ids = missing.map(({ guardianId }) => guardianId);
      const { shares } = await decryptAtHome(group, { keys, published, missing: ids, backups });
      for (const slice of shares) await client.giveShares(slice);
    },
  };
}
