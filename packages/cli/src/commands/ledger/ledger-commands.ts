/** The commands of the ledger. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { exportLedgerCommand } from "./export.ts";
import { importLedgerCommand } from "./import.ts";
import { verifyLedgerCommand } from "./verify.ts";

export const ledgerCommands: readonly CommandSpec[] = [importLedgerCommand, exportLedgerCommand, verifyLedgerCommand];
