/** Versions that are asked for in a world in which nobody works, and what became of them. */
import { createPassport, readVersion, requestVersion } from "./version-steps.ts";
import { openIdleWorld } from "./idle-world.ts";
import type { World } from "../life/world.ts";

/** What happens to a version until its code is drawn. */
export const STORY = ["PASSPORT_REQUESTED", "PASSPORT_COMPILED", "PASSPORT_SIGNED", "QR_GENERATED"];
/** The tasks that do it. */
export const TASKS = ["passports.compile-passport", "passports.sign-passport", "passports.generate-qr"];

/** Versions that are asked for, and no worker that compiles them. */
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
