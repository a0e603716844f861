/** `rota dead-letters show <id>`: shows all that is kept of a letter. */
import { showDeadLetter, type DeadLetterDetails, type LetterAct } from "@rota/engine";
import { idWord } from "../../command/sub-commands.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { oneLine } from "../../output/one-line.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { loadDefinitions } from "./read-letters.ts";

export async function showLetter(context: CommandContext): Promise<void> {
  const { codec } = await loadDefinitions(context);
  const letter = await withMigratedDatabase(context, (database) =>
    showDeadLetter(database, idWord(context), { codec }),
  );
  answer(context, withBase64(letter), () => describe(letter));
}

/** Bytes have no form in json. */
function withBase64(letter: DeadLetterDetails): object {
  if (letter.kind !== "event" || letter.raw === undefined) return letter;
  return { ...letter, raw: Buffer.from(letter.raw).toString("base64") };
}

function describe(letter: DeadLetterDetails): string[] {
  const { id, state, tenant = "(no tenant)", at, code = "(no code)", reason = "", payload, acts } = letter;
  return [
    `${id} is ${state}: it failed at ${at.toISOString()} with ${oneLine(`${code}: ${reason}`, REASON_SHOWN)}`,
    ...describeSubject(letter, oneLine(tenant)),
    ...acts.map(describeAct),
    `payload: ${payload === undefined ? "none that can be read" : oneLine(JSON.stringify(payload), PAYLOAD_SHOWN)}`,
  ];
}

function describeSubject(letter: DeadLetterDetails, tenant: string): string[] {
  switch (letter.kind) {
    case "chunk":
      return [
        `chunk ${String(letter.number)} of task ${String(letter.taskId)} (${letter.type}, version ${String(letter.version)}) of ${tenant} in queue ${letter.queue}`,
        ...letter.pastAttempts.map(
          ({ attempt, outcome, endedAt, owner = "nobody" }) =>
            `  ${endedAt.toISOString()}  attempt ${String(attempt)}: ${outcome} by ${oneLine(owner)}`,
        ),
        ...(letter.payloadProblem === undefined ? [] : [letter.payloadProblem]),
      ];
    case "event":
      return [
        `event ${oneLine(letter.eventId ?? "(no id)")} of ${tenant} through intake ${letter.intake}, refused ${String(letter.times)} times`,
        `came by ${oneLine(JSON.stringify(letter.origin), REASON_SHOWN)}`,
      ];
    case "parked":
      return [
        `event ${letter.eventId} (${letter.type}) of ${tenant} for sink ${letter.sink}: ${String(letter.waiting)} later ones wait behind it`,
      ];
  }
}

const REASON_SHOWN = 2_000;
const PAYLOAD_SHOWN = 10_000;

function describeAct({ at, action, actor = "the system", details }: LetterAct): string {
  return `  ${at.toISOString()}  ${action} by ${oneLine(actor)}  ${oneLine(JSON.stringify(details), REASON_SHOWN)}`;
}
