/** The tasks of the ledger. */
import type { TaskDefinition } from "@rota/engine";
import { periodRun } from "./period-run.ts";
import { accrualReversal } from "./reverse-accruals.ts";

export const ledgerTasks: readonly TaskDefinition[] = [accrualReversal, periodRun];
