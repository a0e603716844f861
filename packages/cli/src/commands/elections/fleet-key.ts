/** `rota elections fleet-key`: makes the seed of the workers' key pair, to which guardians seal their keys. */
import { createFleetSeed, fleetKeysOf } from "@rota/elections";
import type { CommandSpec } from "../../command/command-spec.ts";
import { neededFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { writeNew } from "../../output/write-new.ts";

export const fleetKeyCommand: CommandSpec = {
  name: "elections fleet-key",
  sentence: "make the seed from which workers open what guardians sealed; no other process needs it",
  flags: [{ flag: "--out <file>", sentence: "where the seed goes: a file that only workers can read" }],
  examples: ["rota elections fleet-key --out fleet.seed"],
  run: makeFleetKey,
};

async function makeFleetKey(context: CommandContext): Promise<void> {
  const out = neededFlag(context, "out", "where the seed goes");
  const seed = createFleetSeed();
  await writeNew(out, `${Buffer.from(seed).toString("base64")}\n`, 0o600);
  const publicKey = Buffer.from(fleetKeysOf(seed).publicKey).toString("base64");
  answer(context, { out, publicKey }, () => [
    publicKey,
    `this is the public key; the seed is in ${out}: give it to workers as ELECTIONS_FLEET_SEED_FILE, and to nobody else`,
  ]);
}
