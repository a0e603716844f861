/** `rota dead-letters replay-all`: gives all letters that match another chance, at a rate; exits with 1 if some could not. */
import { replayDeadLetters, type ReplayProgress, type ReplayReport } from "@rota/engine";
import { numberFlag, readActor } from "../../command/flags.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { oneLine } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { loadDefinitions, readFilter } from "./read-letters.ts";

export async function replayAll(context: CommandContext): Promise<void> {
  const { intakes } = await loadDefinitions(context);
  const [limit, perSecond] = [numberFlag(context, "limit"), numberFlag(context, "rate")];
  const bar = createProgressBar("replay");
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()); // the second one ends the process
  const replay = {
    ...readActor(context),
    ...(intakes === undefined ? {} : { intakes }),
    ...(limit === undefined ? {} : { limit }),
    ...(perSecond === undefined ? {} : { perSecond }),
    signal: stop.signal,
    onProgress: (progress: ReplayProgress) =>
      bar.show({ done: total(progress) - progress.left, total: total(progress), note: describeProgress(progress) }),
  };
  const report = await withMigratedDatabase(context, (database) =>
    replayDeadLetters(database, readFilter(context), replay),
  ).finally(() => bar.clear());
  answer(context, report, describeReport);
  if (report.failed > 0) process.exitCode = 1;
}

function total({ done, failed, left }: ReplayProgress): number {
  return done + failed + left;
}

function describeProgress({ done, failed, left }: ReplayProgress): string {
  return `${String(done)} replayed, ${String(failed)} failed, ${String(left)} left`;
}

function describeReport(report: ReplayReport): string[] {
  const { failures, failed } = report;
  const more = failed - failures.length;
  return [
    describeProgress(report),
    ...failures.map(({ id, code, message }) => `  ${id}  ${oneLine(`${code}: ${message}`)}`),
    ...(more === 0 ? [] : [`  and ${String(more)} more`]),
  ];
}
