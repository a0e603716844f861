/** `rota explain <chunk>`: says where a chunk stands and why it waits. */
import { explainChunk, RotaError, type ChunkExplanation, type ChunkName } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";

export const explainCommand: CommandSpec = {
  name: "explain",
  sentence: "say where a chunk stands and why it waits",
  words: [{ name: "chunk", sentence: "its task and its number: 17/3, or the id that its workload gave it" }],
  examples: ["rota explain 17/3"],
  run: explain,
};

/** `17/3`, `tally_e42_1700000000000/3` or `tally_e42_1700000000000_chunk_3`. */
const CHUNK = /^(?<task>.+?)(?:\/|_chunk_)(?<number>\d{1,9})$/s;

async function explain(context: CommandContext): Promise<void> {
  const [word = ""] = context.words;
  const name = readChunk(word);
  answer(context, await withMigratedDatabase(context, (database) => explainChunk(database, name)), describe);
}

function describe({ taskId, taskKey, number, queue, tenant, group, state, sentence }: ChunkExplanation): string[] {
  return [
    `chunk ${taskKey ?? String(taskId)}/${String(number)} of ${tenant} > ${group} in queue ${queue} is ${state}`,
    `  ${sentence}`,
  ];
}

function readChunk(word: string): ChunkName {
  const { task, number } = CHUNK.exec(word)?.groups ?? {};
  if (task !== undefined && number !== undefined) return { taskId: task, number: Number(number) };
  throw new RotaError("COMMAND_INVALID", `"${word}" names no chunk; write the task, a slash and the number: 17/3`);
}
