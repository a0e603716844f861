/** The tasks of the phases from closing to the record. */
import type { TaskDefinition } from "@rota/engine";
import { combineDecryption } from "./results/combine-decryption.ts";
import { compensatedDecryption, credentialClearing } from "./decryption/compensated-decryption.ts";
import { fleetKey } from "./decryption/fleet-key.ts";
import { missingDeadline } from "./decryption/missing-deadline.ts";
import { partialDecryption } from "./decryption/partial-decryption.ts";
import { recordAssembly } from "./results/record-assembly.ts";
import { shareAdmission } from "./decryption/share-admission.ts";
import { tallyCreation } from "./tally/tally-creation.ts";
import { tallyMerge } from "./tally/tally-merge.ts";

export const phaseTasks: readonly TaskDefinition[] = [
  tallyCreation,
  tallyMerge,
  partialDecryption,
  compensatedDecryption,
  credentialClearing,
  shareAdmission,
  missingDeadline,
  combineDecryption,
  recordAssembly,
  fleetKey,
];
