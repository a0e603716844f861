/** Story: PostgreSQL is killed and restarted under load, and the workers continue by themselves. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createStandaloneServer, findBinaries, type StandaloneServer } from "@rota/bundled-postgres";
import { newServerFolder } from "../support/server-folder.ts";
import { selectChunks } from "../support/story-rows.sql.ts";
import { chunksOf, IS_LONG, openStory, type Story, TASKS, WAIT } from "../support/story-support.ts";

const RESTARTS = IS_LONG ? 10 : 2;
const WORKERS = 2;
const CHUNKS = 60;
const EFFECTS_BETWEEN = 10;

test(
  "PostgreSQL restarted under load: nothing is lost or done twice, and workers reconnect by themselves",
  { timeout: 600_000 },
  async () => {
    const server = await startOwnServer();
    const story = await openStory({ url: server.url });
    const expected: string[] = [];
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => story.startWorker()));

    for (let restart = 0; restart < RESTARTS; restart++) {
      const taskId = await story.submit(TASKS.effect, { chunks: CHUNKS, workMs: 20 });
      expected.push(...chunksOf(taskId, CHUNKS));
      await moreEffects(story);
      await server.kill("SIGQUIT"); // immediate shutdown: connections break, and the next start recovers
      await server.start();
      await moreEffects(story);
    }
    await story.untilAllEnded();

    expect(await story.effects()).toEqual(expected);
    const states = (await story.database.query(selectChunks())).map(({ state }) => state);
    expect(states).toEqual(expected.map(() => "COMPLETED"));
    expect(workers.map(({ process }) => process.exitCode)).toEqual(workers.map(() => null));
  },
);

/** Starts a server, which is stopped and whose folder is deleted when the test has ended. */
async function startOwnServer(): Promise<StandaloneServer> {
  const binaries = findBinaries();
  if ("missing" in binaries) throw new Error(binaries.missing);
  const server = await createStandaloneServer({ folder: await newServerFolder(), binaries, copyBinaries: true });
  onTestFinished(() => server.stop());
  await server.start();
  return server;
}

/** Waits until there are some more effects, and ignores failures of the connection. */
async function moreEffects(story: Story): Promise<void> {
  const readEffects = () => story.effects().catch(() => undefined);
  const before = await vi.waitUntil(readEffects, WAIT);
  await vi.waitUntil(async () => ((await readEffects())?.length ?? 0) >= before.length + EFFECTS_BETWEEN, WAIT);
}
