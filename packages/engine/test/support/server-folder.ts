/** Makes a folder for a PostgreSQL server of one test file, which a server can use that root starts as another user. */
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns the path of a folder that does not exist yet; it is deleted when the test, or the file, has ended. */
export async function newServerFolder(atEnd: (work: () => Promise<void>) => void = onTestFinished): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "rota-server-")));
  await chmod(parent, 0o755);
  atEnd(() => rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return join(parent, "data");
}
