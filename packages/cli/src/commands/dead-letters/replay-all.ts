/** `rota dead-letters replay-all`: gives all letters that match another chance, at a rate; exits with 1 if some could not. */
import { replayDeadLetters, type ReplayProgress, type ReplayReport } from "@rota/engine";
import { withMigratedDatabase } from "../../compose.ts";
import { toJson } from "../../to-json.ts";
import type { CommandContext } from "../../with-config.ts";
import { loadDefinitions, numberFlag, oneLine, readActor, readFilter } from "./flags.ts";

export async function replayAll(context: CommandContext): Promise<void> {
  const { intakes } = await loadDefinitions(context);
  const [limit, perSecond] = [numberFlag(context, "limit"), numberFlag(context, "rate")];
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()); // the second one ends the process
  const replay = {
    ...readActor(context),
    ...(intakes === undefined ? {} : { intakes }),
    ...(limit === undefined ? {} : { limit }),
    ...(perSecond === undefined ? {} : { perSecond }),
    signal: stop.signal,
    onProgress: showProgress,
  };
  const report = await withMigratedDatabase(context, (database) =>
    replayDeadLetters(database, readFilter(context), replay),
  );
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
  if (context.flags["json"] === true) console.log(toJson(report));
  else for (const line of describeReport(report)) console.log(line);
  if (report.failed > 0) process.exitCode = 1;
}

const CLEAR_LINE = "\r\u001b[2K";

function showProgress(progress: ReplayProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`${CLEAR_LINE}${describeProgress(progress)}`);
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
