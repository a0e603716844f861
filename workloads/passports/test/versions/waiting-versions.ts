/** Requests versions on a server without a worker, and waits for their results. */
import { createPassport, readVersion, requestVersion } from "./version-steps.ts";
import { openIdleWorld } from "./idle-world.ts";
import type { World } from "../life/world.ts";

/** Types of a version's events until its code is drawn. */
export const STORY = ["PASSPORT_REQUESTED", "PASSPORT_COMPILED", "PASSPORT_SIGNED", "QR_GENERATED"];
/** Names of the tasks that cause these events. */
export const TASKS = ["passports.compile-passport", "passports.sign-passport", "passports.generate-qr"];

/** Requests versions that no worker compiles yet. */
export async function askFor(passports: number) {
  const { world, ground } = await openIdleWorld();
  const ask = async (_: unknown, made: number) => {
    const passportId = await createPassport(world, ground, String(made));
    return (await requestVersion(world, passportId, ground)).versionId;
  };
  return { world, versions: await Promise.all(Array.from({ length: passports }, ask)) };
}

export async function areAllDrawn(world: World, versions: readonly string[]): Promise<boolean> {
  const states = await Promise.all(versions.map((versionId) => readVersion(world, versionId)));
  return states.every(({ has_qr: hasQr }) => hasQr);
}
