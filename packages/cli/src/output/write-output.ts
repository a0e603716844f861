/** Writes files that appear only when they are complete, and never overwrites a file unasked. */
import { access, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { RotaError } from "@rota/engine";

type OutputPlace = {
  /** Path of the file; undefined for standard output. */
  readonly file: string | undefined;
  readonly isOverwriting: boolean;
};

/** Writes pieces of text to a file or to standard output. The file appears only when it is complete. */
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

/** Minimum length of a write. Small pieces are joined, because a write for each line would take most of the time. */
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

/** Explains errors that the caller can fix, such as a missing or forbidden folder; passes on all others. */
function explainFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const message = `cannot write ${file}: ${String(error.code)}; name a file in a folder that is there and writable`;
  return new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
}

/** Writes a new file and creates its folder. An existing file is refused and left unchanged. */
export async function writeNew(file: string, content: object | string, mode = 0o644): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : `${JSON.stringify(content)}\n`, { flag: "wx", mode });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    if (code === "EEXIST")
      throw new RotaError("FILE_EXISTS", `${file} is there already: it is not written over`, { file });
    throw new RotaError("FILE_UNUSABLE", `${file} cannot be written: ${code}`, { file }, { cause });
  }
}
