/** Everything that may be asked for over HTTP from closing to the record. */
import type { Operation } from "@rota/engine";
import { combineOperations } from "./combine.ts";
import { decryptionOperations } from "./decryption.ts";
import { guardianDecryptionOperations } from "./guardian-decryption.ts";
import { recordOperations } from "./record.ts";
import { sourceDecryptionOperations } from "./source/source-decryption.ts";
import { sourceResultOperations } from "./source/source-results.ts";
import { sourceStopOperations } from "./source/source-stop.ts";
import { sourceTallyOperations } from "./source/source-tally.ts";
import { stopOperations } from "./stop.ts";
import { tallyOperations } from "./tally.ts";

export const phaseOperations: readonly Operation[] = [
  ...tallyOperations,
  ...decryptionOperations,
  ...guardianDecryptionOperations,
  ...combineOperations,
  ...recordOperations,
  ...stopOperations,
  ...sourceTallyOperations,
  ...sourceDecryptionOperations,
  ...sourceResultOperations,
  ...sourceStopOperations,
];
