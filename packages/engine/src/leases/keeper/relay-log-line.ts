/** Writes to the log of the main thread what another thread had to say. */
import type { Logger } from "../../runtime/logger.ts";

/** The line is one that `createLogger` wrote as JSON. */
export function relayLogLine(logger: Logger, line: string): void {
  const parsed: unknown = JSON.parse(line);
  const fields = new Map<string, unknown>(typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : []);
  const [level, sentence] = [fields.get("level"), String(fields.get("msg"))];
  for (const name of ["level", "time", "msg"]) fields.delete(name); // the other log writes its own
  const rest = Object.fromEntries(fields);
  switch (level) {
    case "debug":
    case "info":
    case "warn":
      return logger[level](rest, sentence);
    default:
      return logger.error(rest, sentence);
  }
}
