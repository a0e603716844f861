/** Lists the tasks, the intake and the HTTP operations of the ledger. */
import type { IntakeDefinition, TaskDefinition } from "@rota/engine";
import type { Operation } from "@rota/engine/workload";
import { accountReportOperations, agingOperations } from "./http/account-reports.ts";
import { accountOperations } from "./http/accounts.ts";
import { auditOperations } from "./http/audit.ts";
import { deadMessageOperations } from "./http/dead-letters.ts";
import { draftOperations } from "./http/drafts.ts";
import { entityOperations } from "./http/entities.ts";
import { entryOperations } from "./http/entries.ts";
import { sendEvent } from "./http/events.ts";
import { statementOperations } from "./http/financial-statements.ts";
import { journalReportOperations } from "./http/journal-reports.ts";
import { outboxOperations } from "./http/outbox.ts";
import { runOperations } from "./http/period-runs.ts";
import { periodOperations, yearEndOperations } from "./http/periods.ts";
import { rateOperations } from "./http/rates.ts";
import { rejectedOperations } from "./http/rejected-events.ts";
import { ruleOperations } from "./http/rules.ts";
import { ledgerIntake } from "./tasks/event-intake.ts";
import { periodRun } from "./tasks/period-run.ts";
import { accrualReversal } from "./tasks/reverse-accruals.ts";

export const tasks: readonly TaskDefinition[] = [accrualReversal, periodRun];

export const intakes: readonly IntakeDefinition[] = [ledgerIntake];

export const operations: readonly Operation[] = [
  sendEvent,
  ...entityOperations,
  ...accountOperations,
  ...periodOperations,
  ...rateOperations,
  ...ruleOperations,
  ...entryOperations,
  ...draftOperations,
  ...runOperations,
  ...yearEndOperations,
  ...statementOperations,
  ...accountReportOperations,
  ...journalReportOperations,
  ...agingOperations,
  ...rejectedOperations,
  ...deadMessageOperations,
  ...outboxOperations,
  ...auditOperations,
];
