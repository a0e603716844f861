/** `rota elections guardian keys`: makes a guardian's keys here, keeps the secret ones and publishes the others. */
import { createGuardianClient, createGuardianKeys, createKeyFile, fingerprintOf } from "@rota/elections";
import { groupOf, nativeScrypt } from "@rota/elections/node";
import { RotaError } from "@rota/engine";
import { neededFlag, textFlag, wholeFlag } from "../../../command/flags.ts";
import type { CommandContext } from "../../../command/with-config.ts";
import { answer } from "../../../output/answer.ts";
import { factLines } from "../../../output/table.ts";
import { neededExchange, readToken, serverAddress } from "./exchange/exchange.ts";
import { writeNew } from "../../../output/write-new.ts";
import { readPassphrase } from "./read-passphrase.ts";

const GUARDIANS_MAX = 20;

export async function makeKeys(context: CommandContext): Promise<void> {
  const electionId = neededFlag(context, "election", "for which election the keys are");
  const keyFile = neededFlag(context, "keyFile", "where the key file goes");
  const exchange = await neededExchange(context, electionId);
  const { group: name, ...guardian } = await readPlace(context, electionId);
  const group = groupOf(name);
  const passphrase = await readPassphrase(context, { isNew: true });
  const keys = createGuardianKeys(group, guardian);
  // Kept before it is published: keys that are published and then lost would end the ceremony.
  await writeNew(keyFile, await createKeyFile(group, { keys, passphrase, electionId, scrypt: nativeScrypt }), 0o600);
  const told = await exchange.publishKeys(keys.public);
  const made = { electionId, guardianId: guardian.guardianId, keyFile, fingerprint: fingerprintOf(keys.public) };
  answer(context, made, () => [
    ...factLines(Object.entries({ guardian: made.guardianId, "key file": keyFile, fingerprint: made.fingerprint })),
    told,
    "keep a copy of the key file elsewhere: without it and its passphrase you cannot decrypt",
  ]);
}

type Place = {
  readonly group: string;
  readonly guardianId: string;
  readonly sequence: number;
  readonly quorum: number;
};

/** The server knows what the keys have to fit; in a folder everything is said. */
async function readPlace(context: CommandContext, electionId: string): Promise<Place> {
  const sequence = wholeFlag(context, "number", { min: 1, max: GUARDIANS_MAX });
  if (sequence === undefined) throw new RotaError("COMMAND_INVALID", "say which guardian you are with --number");
  const server = textFlag(context, "server");
  if (server === undefined) {
    const quorum = wholeFlag(context, "quorum", { min: 1, max: GUARDIANS_MAX });
    if (quorum === undefined) throw new RotaError("COMMAND_INVALID", "say how many can decrypt with --quorum");
    const guardianId = neededFlag(context, "guardian", "what your id is");
    return { group: textFlag(context, "group") ?? "eg-v1-4096", guardianId, sequence, quorum };
  }
  const access = { server: serverAddress(server), electionId, token: await readToken(context) };
  const { group, quorum, guardianIds } = await createGuardianClient(access).board();
  const guardianId = guardianIds.get(sequence);
  if (guardianId !== undefined) return { group, guardianId, sequence, quorum };
  throw new RotaError("COMMAND_INVALID", `--number ${String(sequence)}: election ${electionId} has no such guardian`);
}
