/** `rota locks list`, `show`, `history` and `statistics`: what can be seen of locks. */
import { listLocks, lockHistory, lockStatistics, type LockView, type PastLock } from "@rota/engine";
import { numberFlag, textFlags } from "../../command/flags.ts";
import { idWord } from "../../command/sub-commands.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { ago, count, duration } from "../../output/one-line.ts";
import { factLines, listLines, type Cell } from "../../output/table.ts";
import { findLock } from "./find-lock.ts";

export async function listHeldLocks(context: CommandContext): Promise<void> {
  const filter = textFlags(context, ["tenant", "prefix", "holder", "operation", "after"]);
  const listing = { ...filter, limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listLocks(database, listing));
  const head = ["lock", "holder", "operation", "since", "ends", "waiting"];
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(toRow), next, nothing: "no lock is held" }, head),
  );
}

function toRow(lock: LockView): Cell[] {
  return [lock.key, lock.holder, lock.operation, ago(lock.startedAt), endOf(lock), count(lock.line.length)];
}

function endOf({ expiresAt, taskId }: LockView): string {
  if (taskId !== undefined) return `with task ${String(taskId)}`;
  return expiresAt === undefined ? "" : `in ${duration(Math.max(0, expiresAt.getTime() - Date.now()))}`;
}

export async function showLock(context: CommandContext): Promise<void> {
  const lock = await withMigratedDatabase(context, (database) => findLock(database, idWord(context)));
  answer(context, lock, describeLock);
}

function describeLock(lock: LockView): string[] {
  const { key, holder, operation, startedAt, tenant, context, progress, line } = lock;
  return factLines([
    ["lock", key],
    ["holder", `${holder} since ${startedAt.toISOString()}`],
    ["operation", operation],
    ["ends", endOf(lock)],
    ["tenant", tenant],
    [
      "progress",
      progress === undefined ? undefined : `${count(progress.done)} of ${count(progress.total)} ${progress.note ?? ""}`,
    ],
    ["context", context === undefined ? undefined : JSON.stringify(context)],
    ...line.map(
      ({ holder: name, since }, index) =>
        [`waits ${String(index + 1)}`, `${name} since ${since.toISOString()}`] as const,
    ),
  ]);
}

export async function showHistory(context: CommandContext): Promise<void> {
  const listing = { key: idWord(context), ...textFlags(context, ["after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => lockHistory(database, listing));
  const head = ["ended", "outcome", "holder", "operation", "held", "by", "reason"];
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(toPastRow), next, nothing: "nobody had it, as far as is kept" }, head),
  );
}

function toPastRow({ endedAt, outcome, holder, operation, heldMs, endedBy = "", reason = "" }: PastLock): Cell[] {
  return [endedAt.toISOString(), outcome, holder, operation, duration(heldMs), endedBy, reason];
}

export async function showStatistics(context: CommandContext): Promise<void> {
  const filter = textFlags(context, ["tenant"]);
  const statistics = await withMigratedDatabase(context, (database) => lockStatistics(database, filter));
  const head = ["operation", "taken", "held", "waiting", "refused", "released", "expired", "overridden", "held for"];
  answer(context, statistics, ({ operations }) =>
    listLines(
      {
        rows: operations.map((each) => [
          each.operation,
          ...[each.acquired, each.held, each.waiting, each.refused, each.released, each.expired, each.overridden].map(
            count,
          ),
          each.heldMsMean === undefined ? "" : `${duration(each.heldMsMean)} on average`,
        ]),
        nothing: "no lock was taken",
      },
      head,
    ),
  );
}
