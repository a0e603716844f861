/** Story: the workers are killed in every phase of an election, and it ends with the same counts and a valid record. */
import { randomBytes } from "node:crypto";
import { sql } from "@rota/engine";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectStatus } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { startWorker, type PhaseWorker, type WorkerSettings } from "./phase-workers.ts";
import { storeToy } from "./stored-toy.ts";
import { board, giveCredential, official, resultsOf, stateOf, untilState, WAIT } from "./toy-phases.ts";
import { verifyDownload } from "./toy-record-download.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
/** Kills in each of: tally, own shares, compensation, combining. */
const KILLS = IS_LONG ? 5 : 1;
const LONG_WAIT = { timeout: 300_000, interval: 50 };

/** Kills whoever runs something each time that something runs, as often as is left, until the phase is over. */
async function killDuring(
  world: World,
  { workers, settings, isOver }: { workers: PhaseWorker[]; settings: WorkerSettings; isOver: () => Promise<boolean> },
): Promise<number> {
  let kills = 0;
  await vi.waitUntil(async () => {
    if (await isOver()) return true;
    if (kills < KILLS && (await isSomethingRunning(world))) {
      kills++;
      for (const { process: victim } of workers) victim.kill("SIGKILL");
      await Promise.all(workers.map(({ ended }) => ended));
      workers.splice(0, workers.length, await startWorker(world, settings));
    }
    return false;
  }, LONG_WAIT);
  return kills;
}

async function isSomethingRunning({ database }: World): Promise<boolean> {
  const rows = await database.query(sql`
    select from rota.chunks join rota.tasks using (task_id)
     where chunks.state = 'PROCESSING' and starts_with(type, 'elections.') limit 1`);
  return rows.length > 0;
}

test.each(
  IS_LONG
    ? [{ title: "with PostgreSQL alone" }, { title: "with RabbitMQ and Redis", isWhole: true }]
    : [{ title: "with PostgreSQL alone" }],
)(
  "killed with kill -9 in every phase, $title: the counts are those of the votes, the record is valid",
  { timeout: 900_000 },
  async ({ isWhole = false }: { isWhole?: boolean }) => {
    const services = isWhole
      ? { rabbitmqUrl: process.env["ROTA_TEST_RABBITMQ_URL"] ?? "", redisUrl: process.env["ROTA_TEST_REDIS_URL"] ?? "" }
      : {};
    const settings = { secretsKey: randomBytes(32).toString("base64"), ...services };
    const world = await openWorld({ on: "postgres", isWorking: false, config: settings });
    onTestFinished(() => world.dispose());
    const workers = [await startWorker(world, settings), await startWorker(world, settings)];
    const { electionId, guardians, counts } = await storeToy(world.database, {
      cast: IS_LONG ? 300 : 6,
      challenged: IS_LONG ? 300 : 2,
      guardians: 3,
      quorum: 2,
      chunkSize: 1,
    });
    const killed = async (isOver: () => Promise<boolean>) => killDuring(world, { workers, settings, isOver });
    const areDecrypted = async (count: number) => {
      const states = (await board(world, electionId)).member("guardians").list();
      return states.filter((guardian) => guardian.member("state").text() === "DECRYPTED").length === count;
    };

    await expectStatus(202, official(world, "POST", `/v1/elections/${electionId}/tally`, {}));
    const kills = [await killed(async () => (await stateOf(world, electionId)) === "TALLIED")];
    for (const guardian of guardians.slice(0, 2)) await expectStatus(202, giveCredential(world, electionId, guardian));
    kills.push(await killed(() => areDecrypted(2)));
    const missing = { guardians: [3] };
    await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/decryption/missing`, missing));
    kills.push(await killed(async () => (await board(world, electionId)).member("isComplete").boolean()));
    await expectStatus(202, official(world, "POST", `/v1/elections/${electionId}/combine`, {}));
    kills.push(await killed(async () => (await stateOf(world, electionId)) === "DECRYPTED"));
    await untilState(world, electionId, "DECRYPTED");

    expect(kills.reduce((sum, some) => sum + some, 0)).toBeGreaterThanOrEqual(IS_LONG ? 20 : 2);
    expect(await resultsOf(world, electionId)).toEqual(counts);
    expect((await verifyDownload(world, electionId)).verdict).toBe("valid");
    if (IS_LONG) process.stdout.write(`killed ${kills.join(", ")} times in the four phases\n`);
    await vi.waitUntil(async () => !(await isSomethingRunning(world)), WAIT);
  },
);
