/** Reads a file of books as text and as lines. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { RotaError } from "@rota/engine";

export async function* fileText(file: string): AsyncGenerator<string> {
  try {
    for await (const part of createReadStream(file, "utf8")) yield String(part);
  } catch (error) {
    throw explainFile(error, file);
  }
}

export async function* fileLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, "utf8");
  // The readline interface does not pass on errors of a missing file.
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw explainFile(error, file);
  } finally {
    input.destroy();
  }
}

function explainFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const message = `cannot read ${file}: ${String(error.code)}; name a file that is there`;
  return new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
}
