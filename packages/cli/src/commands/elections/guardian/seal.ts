/** `rota elections guardian seal`: seals the keys so that only the workers of the election can open them. */
import { sealCredential } from "@rota/elections";
import { RotaError } from "@rota/engine";
import { neededFlag } from "../../../command/flags.ts";
import type { CommandContext } from "../../../command/with-config.ts";
import { answer } from "../../../output/answer.ts";
import { writeNew } from "../../../output/write-new.ts";
import { readOwnKeyFile } from "./own-keys.ts";
import { firstLine } from "./read-passphrase.ts";

export async function seal(context: CommandContext): Promise<void> {
  const out = neededFlag(context, "out", "where the sealed keys go");
  const fleetKey = await firstLine(neededFlag(context, "fleetKey", "which file holds the workers' key"), "--fleet-key");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(fleetKey))
    throw new RotaError(
      "SEALING_KEY_INVALID",
      "the file of --fleet-key holds no base64: save the server's answer again",
    );
  const { electionId, open } = await readOwnKeyFile(context);
  const keys = await open();
  const sealed = sealCredential({ keys, electionId, publicKey: Buffer.from(fleetKey, "base64") });
  await writeNew(out, `${Buffer.from(sealed).toString("base64")}\n`, 0o600);
  answer(context, { electionId, guardianId: keys.public.guardianId, out }, () => [
    `the sealed keys are in ${out}: only the workers can open them, and only for election ${electionId}`,
  ]);
}
