/** Says why a command to Redis failed, in words that name the way out and hold no arguments of commands. Pure. */
import { redactUrls } from "../../config/describe-config.ts";

/** The words of Redis and of its client, and what they mean. A script of Redis 6 says them in the middle of a sentence. */
const MEANINGS: readonly (readonly [words: RegExp, meaning: string])[] = [
  [/\bREADONLY\b/, "it is a read-only replica: point redisUrl at the primary"],
  [/\bOOM\b/, "it has no memory left: raise its maxmemory, or empty it"],
  [/\bMISCONF\b/, "it cannot save its data and takes no writes: see its log"],
  [/\bNOREPLICAS\b/, "it takes no writes while too few replicas follow it"],
  [/\b(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/, "it is not ready yet"],
  [/^BUSY\b/, "it is busy with a script that does not end"],
  [/\b(WRONGPASS|NOAUTH)\b/, "it refuses the user or the password: see redisUrl and redisPassword"],
  [/\bNOPERM\b/, "its user may not do that: the guide on Redis names the commands and keys to allow"],
  [/Command timed out|Socket timeout|ETIMEDOUT/, "it did not answer in time (redisTimeoutMs)"],
  [/writeable|Connection is closed|aborted due to connection close/i, "the connection was lost"],
];

const MESSAGE_LENGTH_MAX = 200;

/** An outage is what the next command would meet as well. */
export type Failure = { readonly reason: string; readonly isOutage: boolean };

export function explainFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const known = MEANINGS.find(([words]) => words.test(message));
  if (known !== undefined) return { reason: known[1], isOutage: true };
  return { reason: redactUrls(message).slice(0, MESSAGE_LENGTH_MAX), isOutage: false };
}
