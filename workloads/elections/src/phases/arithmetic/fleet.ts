/** The fleet's secret keys, read from the environment where heavy work is done: no message and no row ever holds them. */
import { readFileSync } from "node:fs";
import { RotaError } from "@rota/engine/errors";
import { fleetKeysOf, type FleetKeys } from "../../guardians/sealing/fleet-keys.ts";

const VARIABLE = "ELECTIONS_FLEET_SEED";
let known: FleetKeys | undefined;

/** From ELECTIONS_FLEET_SEED, or from the file that ELECTIONS_FLEET_SEED_FILE names: base64 of 96 bytes. */
export function fleetKeys(): FleetKeys {
  return (known ??= fleetKeysOf(Buffer.from(seedText(), "base64")));
}

/** What guardians seal to. */
export function fleetPublicKey(): string {
  return Buffer.from(fleetKeys().publicKey).toString("base64");
}

function seedText(): string {
  const text = process.env[VARIABLE] ?? "";
  if (text !== "") return text;
  const file = process.env[`${VARIABLE}_FILE`] ?? "";
  if (file !== "") return readFileSync(file, "utf8").trim();
  throw new RotaError(
    "FLEET_SEED_MISSING",
    `workers cannot decrypt without the fleet's seed: make one with rota elections fleet-key and give it as ${VARIABLE} or ${VARIABLE}_FILE`,
  );
}
