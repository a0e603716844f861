/** Lists the tasks, the HTTP operations and the webhook formats of the battery passports. */
import type { TaskDefinition } from "@rota/engine";
import type { Operation, WebhookFormat } from "@rota/engine/workload";
import { bpcOperations } from "./compat/bpc-paths.ts";
import { bpcFormat, bpcHeadersFormat } from "./compat/bpc-webhooks.ts";
import { jobOperations } from "./compat/job-routes.ts";
import { batchOperations } from "./http/batch-routes.ts";
import { documentOperations, documentVersionOperations } from "./http/document-routes.ts";
import { eventOperations } from "./http/event-routes.ts";
import { exportOperations } from "./http/export-routes.ts";
import { passportOperations } from "./http/passport-routes.ts";
import { policyOperations } from "./http/policy-routes.ts";
import { productOperations } from "./http/product-routes.ts";
import { accessOperations, publicOperations } from "./http/public-passport-routes.ts";
import { codeOperations } from "./http/qr-code-routes.ts";
import { packageOperations, ruleVersionOperations } from "./http/rule-routes.ts";
import { keyOperations } from "./http/signing-key-routes.ts";
import { itemOperations, snapshotOperations } from "./http/snapshot-routes.ts";
import { underPolicies } from "./http/under-policies.ts";
import { artefactOperations, versionOperations } from "./http/version-routes.ts";
import { buildSnapshotTask } from "./tasks/build-snapshot.ts";
import { compilePassport } from "./tasks/compile-passport.ts";
import { exportPassport } from "./tasks/export-passport.ts";
import { generateQr } from "./tasks/generate-qr.ts";
import { ingestDocument } from "./tasks/ingest-document.ts";
import { parseFacts } from "./tasks/parse-facts.ts";
import { replayPassport } from "./tasks/replay-passport.ts";
import { runRuleTestsTask } from "./tasks/run-rule-tests.ts";
import { signPassport } from "./tasks/sign-passport.ts";

/** The generated API reference lists the operations in this order. */
export const operations: readonly Operation[] = [
  ...documentOperations,
  ...documentVersionOperations,
  ...snapshotOperations,
  ...itemOperations,
  ...productOperations,
  ...packageOperations,
  ...ruleVersionOperations,
  ...eventOperations,
  ...policyOperations,
  ...jobOperations,
  ...bpcOperations,
  ...passportOperations,
  ...batchOperations,
  ...versionOperations,
  ...artefactOperations,
  ...codeOperations,
  ...exportOperations,
  ...accessOperations,
  ...keyOperations,
  ...publicOperations,
].map(underPolicies);

export const tasks: readonly TaskDefinition[] = [
  ingestDocument,
  parseFacts,
  buildSnapshotTask,
  runRuleTestsTask,
  compilePassport,
  signPassport,
  generateQr,
  replayPassport,
  exportPassport,
];

export const webhookFormats: readonly WebhookFormat[] = [bpcFormat, bpcHeadersFormat];
