/** Everything that may be asked of the passports over HTTP. */
import type { Operation } from "@rota/engine";
import { documentOperations } from "./documents/documents.ts";
import { versionOperations } from "./documents/versions.ts";
import { eventOperations } from "./events/events.ts";
import { jobOperations } from "./jobs/jobs.ts";
import { policyOperations } from "./policies/policies.ts";
import { productOperations } from "./products/products.ts";
import { packageOperations } from "./rules/packages.ts";
import { ruleVersionOperations } from "./rules/rule-versions.ts";
import { itemOperations } from "./snapshots/items.ts";
import { snapshotOperations } from "./snapshots/snapshots.ts";
import { underPolicies } from "./under-policies.ts";
import { allVersionOperations } from "./versions/all-version-operations.ts";

const operations: readonly Operation[] = [
  ...documentOperations,
  ...versionOperations,
  ...snapshotOperations,
  ...itemOperations,
  ...productOperations,
  ...packageOperations,
  ...ruleVersionOperations,
  ...eventOperations,
  ...policyOperations,
  ...jobOperations,
  ...allVersionOperations,
];

export const allOperations: readonly Operation[] = operations.map(underPolicies);
