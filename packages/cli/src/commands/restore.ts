/** `rota restore <file>`: puts a backup into an empty database, whole or not at all. */
import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { restoreFrom, RotaError } from "@rota/engine";
import { withDatabase } from "../compose.ts";
import { countRows, showProgress } from "../show-progress.ts";
import type { CommandContext } from "../with-config.ts";

export async function restore(context: CommandContext): Promise<void> {
  const [file = ""] = context.words;
  await refuseUnreadable(file);
  const { rows } = await withDatabase(context, (database) =>
    restoreFrom(database, createReadStream(file), { onProgress: showProgress("restore") }),
  );
  console.log(`restored ${countRows(rows)} from ${file}`);
}

async function refuseUnreadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new RotaError("FILE_UNUSABLE", `cannot read ${file}: ${reason}; name a file made by rota backup`, { file });
  }
}
