/** Reads which task is meant. */
import { RotaError } from "@rota/engine";

const ID = /^\d{1,18}$/;
const KEY_LENGTH_MAX = 300;

/** A number is an id, anything else the key that a workload gave. */
export function readTask(word: string): bigint | string {
  if (ID.test(word)) return BigInt(word);
  if (word !== "" && word.length <= KEY_LENGTH_MAX) return word;
  throw new RotaError("COMMAND_INVALID", "name a task by its id, such as 17, or by the key that its workload gave it");
}
