/** `rota locks override <key>`: ends a lock whoever holds it, and says so in the audit log. */
import { appendAudit, openCoordinator } from "@rota/engine";
import { neededFlag, readActor } from "../../command/flags.ts";
import { idWord } from "../../command/sub-commands.ts";
import { withMigratedDatabase } from "../../compose.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { findLock, lockFree } from "./find-lock.ts";

/** Whose log tells of locks that are no tenant's. */
const SYSTEM_TENANT = "system";

export async function overrideLock(context: CommandContext): Promise<void> {
  const reason = neededFlag(context, "reason", "why, for the audit log,");
  const { actor } = readActor(context);
  const key = idWord(context);
  const ended = await withMigratedDatabase(context, async (database) => {
    const { tenant = SYSTEM_TENANT } = await findLock(database, key);
    const { logger, reading } = context;
    const coordinator = await openCoordinator({ config: reading.config, database, logger });
    try {
      const lock = await coordinator.locks.override({ key, by: actor, reason });
      if (lock === undefined) throw lockFree(key);
      const details = { holder: lock.holder, operation: lock.operation, reason };
      await appendAudit(database, {
        tenant,
        actor,
        action: "lock.overridden",
        subject: { type: "lock", id: key },
        details,
      });
      return lock;
    } finally {
      await coordinator.close();
    }
  });
  answer(context, ended, ({ holder }) => [`lock ${key} of ${holder} was ended`]);
}
