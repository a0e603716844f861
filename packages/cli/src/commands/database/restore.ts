/** `rota restore <file>`: puts a backup into an empty database, whole or not at all. */
import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { restoreFrom, RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { allMigrations } from "../../workloads.ts";
import { countRows, withRowProgress } from "./count-rows.ts";

export const restoreCommand: CommandSpec = {
  name: "restore",
  sentence: "put a backup into an empty database",
  words: [{ name: "file", sentence: "a file made by rota backup" }],
  examples: ["rota restore all.rota --data-dir ./restored"],
  run: restore,
};

async function restore(context: CommandContext): Promise<void> {
  const [file = ""] = context.words;
  await refuseUnreadable(file);
  const migrations = await allMigrations();
  const { rows } = await withDatabase(context, (database) =>
    withRowProgress("restore", (onProgress) =>
      restoreFrom(database, createReadStream(file), { migrations, onProgress }),
    ),
  );
  answer(context, { file, rows }, () => [`restored ${countRows(rows)} from ${file}`]);
}

async function refuseUnreadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new RotaError("FILE_UNUSABLE", `cannot read ${file}: ${reason}; name a file made by rota backup`, { file });
  }
}
