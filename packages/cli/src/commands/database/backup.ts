/** `rota backup <file>`: writes everything to a file that appears only when it is whole. */
import { access, type FileHandle, open, rename, rm } from "node:fs/promises";
import { backupTo, type BackupResult, RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { isGiven } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { countRows, withRowProgress } from "./count-rows.ts";

export const backupCommand: CommandSpec = {
  name: "backup",
  sentence: "write everything to a file, as of one moment, while others go on writing",
  words: [{ name: "file", sentence: "the file to make" }],
  flags: [{ flag: "--overwrite", sentence: "replace the file if it is there" }],
  examples: ["rota backup all.rota", "rota backup all.rota --overwrite"],
  run: backup,
};

async function backup(context: CommandContext): Promise<void> {
  const [file = ""] = context.words;
  if (!isGiven(context, "overwrite")) await refuseExisting(file);
  const partial = `${file}.${String(process.pid)}.partial`;
  try {
    const target = await open(partial, "w", 0o600); // a file that cannot be made is told before anything else is done
    const { rows } = await backupInto(context, target);
    await rename(partial, file);
    answer(context, { file, rows }, () => [`wrote ${countRows(rows)} to ${file}`]);
  } catch (error) {
    await rm(partial, { force: true });
    throw explainFile(error, file);
  }
}

/** The file is closed, whatever happens. */
async function backupInto(context: CommandContext, target: FileHandle): Promise<BackupResult> {
  try {
    return await withDatabase(context, (database) =>
      withRowProgress("backup", (onProgress) => backupTo(database, target.createWriteStream(), { onProgress })),
    );
  } finally {
    await target.close();
  }
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new RotaError("FILE_EXISTS", `${file} is there already; name another file, or say --overwrite`);
}

/** A folder that is missing or closed to us is the caller's to mend; anything else is passed on. */
function explainFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const message = `cannot write ${file}: ${String(error.code)}; name a file in a folder that is there and writable`;
  return new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
}
