/** Writes text piece by piece to a file that appears only when it is whole, or to standard output. */
import { access, open, rename, rm } from "node:fs/promises";
import { RotaError } from "@rota/engine";

export type OutputPlace = {
  /** Undefined: standard output. */
  readonly file: string | undefined;
  readonly isOverwriting: boolean;
};

export async function writeOutput(pieces: AsyncIterable<string>, { file, isOverwriting }: OutputPlace): Promise<void> {
  if (file === undefined) return pour(pieces, writeToStandardOutput);
  if (!isOverwriting && (await exists(file)))
    throw new RotaError("FILE_EXISTS", `${file} is there already; name another file, or say --overwrite`);
  const partial = `${file}.${String(process.pid)}.partial`;
  try {
    const target = await open(partial, "w", 0o600);
    try {
      await pour(pieces, (text) => target.appendFile(text));
    } finally {
      await target.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw explainFile(error, file);
  }
}

/** Small pieces are put together: a write for each line would take most of the time. */
const PIECE_LENGTH_MIN = 65_536;

async function pour(pieces: AsyncIterable<string>, write: (text: string) => Promise<void>): Promise<void> {
  let waiting = "";
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE_LENGTH_MIN) continue;
    await write(waiting);
    waiting = "";
  }
  await write(waiting);
}

function writeToStandardOutput(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A folder that is missing or closed to us is the caller's to mend; anything else is passed on. */
function explainFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const message = `cannot write ${file}: ${String(error.code)}; name a file in a folder that is there and writable`;
  return new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
}
