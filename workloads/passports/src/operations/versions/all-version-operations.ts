/** What is asked of passports, their batches, versions, keys and public side. */
import type { Operation } from "@rota/engine";
import { batchOperations } from "../batches/batches.ts";
import { accessOperations } from "../public/access.ts";
import { publicOperations } from "../public/public-passports.ts";
import { artefactOperations } from "./artefacts.ts";
import { codeOperations } from "./codes.ts";
import { exportOperations } from "./exports.ts";
import { keyOperations } from "./keys.ts";
import { passportOperations } from "./passports.ts";
import { versionOperations } from "./versions.ts";

export const allVersionOperations: readonly Operation[] = [
  ...passportOperations,
  ...batchOperations,
  ...versionOperations,
  ...artefactOperations,
  ...codeOperations,
  ...exportOperations,
  ...accessOperations,
  ...keyOperations,
  ...publicOperations,
];
