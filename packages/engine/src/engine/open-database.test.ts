/** A database named by its URL is opened, and nothing else. */
import { expect, test } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { openDatabase } from "./open-database.ts";

test("a URL is taken before the folder, and a server that does not answer is refused", async () => {
  const opening = openDatabase({
    dataDir: "not-used",
    databaseUrl: "postgres://nobody:secret@127.0.0.1:1/none",
    schema: "rota",
    poolSize: 2,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
    logger: silentLogger,
  });

  await expect(opening).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  await expect(opening).rejects.not.toThrow("secret");
});
