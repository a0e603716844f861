/** `rota explain <chunk>`: says where a chunk stands and why it waits. */
import { explainChunk, RotaError, type ChunkName } from "@rota/engine";
import { withMigratedDatabase } from "../compose.ts";
import { toJson } from "../to-json.ts";
import type { CommandContext } from "../with-config.ts";

/** `17/3`, `tally_e42_1700000000000/3` or `tally_e42_1700000000000_chunk_3`. */
const CHUNK = /^(?<task>.+?)(?:\/|_chunk_)(?<number>\d{1,9})$/s;

export async function explain(context: CommandContext): Promise<void> {
  const [word = ""] = context.words;
  const name = readChunk(word);
  const explanation = await withMigratedDatabase(context, (database) => explainChunk(database, name));
  if (context.flags["json"] === true) {
    console.log(toJson(explanation));
    return;
  }
  const { taskId, taskKey, number, queue, tenant, group, state, sentence } = explanation;
  console.log(
    `chunk ${taskKey ?? String(taskId)}/${String(number)} of ${tenant} > ${group} in queue ${queue} is ${state}`,
  );
  console.log(`  ${sentence}`);
}

function readChunk(word: string): ChunkName {
  const { task, number } = CHUNK.exec(word)?.groups ?? {};
  if (task !== undefined && number !== undefined) return { taskId: task, number: Number(number) };
  throw new RotaError("COMMAND_INVALID", `"${word}" names no chunk; write the task, a slash and the number: 17/3`);
}
