/** `rota elections guardian rehearse`: opens the key file and compares it with what is published, long before it is needed. */
import { fingerprintOf } from "@rota/elections";
import { RotaError } from "@rota/engine";
import type { CommandContext } from "../../../command/with-config.ts";
import { answer } from "../../../output/answer.ts";
import { factLines } from "../../../output/table.ts";
import { openExchange } from "./exchange/exchange.ts";
import { readOwnKeyFile } from "./own-keys.ts";

export async function rehearse(context: CommandContext): Promise<void> {
  const { electionId, fingerprint, group, open } = await readOwnKeyFile(context);
  const exchange = await openExchange(context, electionId);
  const published = exchange === undefined ? undefined : await exchange.guardians();
  const { guardianId } = (await open()).public;
  const own = published?.find((guardian) => guardian.guardianId === guardianId);
  if (published !== undefined && (own === undefined || fingerprintOf(own) !== fingerprint)) {
    const what = own === undefined ? "no keys of" : "other keys for";
    const message = `${what} guardian ${guardianId} are published than those in the key file: tell the other guardians`;
    throw new RotaError("CEREMONY_INVALID", message, { guardianId });
  }
  const isPublished = published === undefined ? null : true;
  answer(context, { electionId, guardianId, group: group.name, fingerprint, isPublished }, () => [
    ...factLines(Object.entries({ election: electionId, guardian: guardianId, group: group.name, fingerprint })),
    isPublished === null
      ? "the key file opens; compare the fingerprint with the published one, or give --folder or --server"
      : "the key file opens, and its public keys are the published ones",
  ]);
}
