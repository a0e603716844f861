/** What a guardian hands to the workers who decrypt for it: its keys, sealed so that only they can read them. */
import type { Group } from "../../crypto/group/group.ts";
import type { RandomBytes } from "../../crypto/random-scalar.ts";
import type { GuardianKeys } from "../guardian-keys.ts";
import { guardianSecretOf, readGuardianSecret } from "../guardian-secret.ts";
import type { FleetKeys } from "./fleet-keys.ts";
import { openSealed, sealForWorkers, type SealPurpose } from "./seal.ts";

export type CredentialToSeal = {
  readonly keys: GuardianKeys;
  readonly electionId: string;
  readonly publicKey: Uint8Array;
  readonly random?: RandomBytes;
};

/** @example await engine.secrets.put(name, sealCredential({ keys, electionId: "42", publicKey })) */
export function sealCredential({ keys, electionId, ...how }: CredentialToSeal): Uint8Array {
  const { guardianId } = keys.public;
  return sealForWorkers({ bytes: guardianSecretOf(keys), electionId, guardianId, ...how });
}

/** In a worker: the keys again, checked against what the guardian published. */
export function openCredential(
  group: Group,
  { fleetKeys, ...sealed }: SealPurpose & { fleetKeys: FleetKeys; sealed: Uint8Array },
): GuardianKeys {
  return readGuardianSecret(group, openSealed(fleetKeys, sealed));
}
