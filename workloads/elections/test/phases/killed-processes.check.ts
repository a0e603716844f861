/**
 * Tests that killing servers and workers in every phase of an election leaves the counts the same and the record valid.
 */
import { randomBytes } from "node:crypto";
import { sql } from "@rota/engine";
import { expect, onTestFinished, test, vi } from "vitest";
import { openWorld, type Asked, type World } from "../life/world.ts";
import { openKilledServer } from "./killed-server.ts";
import { killProcess, startWorker, type ProcessSettings } from "./phase-processes.ts";
import { storeToy } from "./stored-toy.ts";
import { board, giveCredential, official, resultsOf, stateOf, WAIT } from "./toy-phases.ts";
import { verifyDownload } from "./toy-record-download.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_WAIT = { timeout: 1_200_000, interval: 20 };

type Victim = "server" | "workers";

/** Processes that are killed in each phase while it runs, besides the server that starts it. */
const VICTIMS: readonly Victim[] = IS_LONG ? ["workers", "server", "workers", "server"] : ["workers"];

type Phase = {
  /** Requests of people, which are sent again without an answer. */
  readonly starts: readonly (() => Promise<Asked>)[];
  readonly isOver: () => Promise<boolean>;
  /** Whether the server is killed while it is asked to start. */
  readonly isCut: boolean;
};

type Crew = { readonly kill: (victim: Victim) => Promise<void>; readonly kills: Victim[] };

/** Runs a phase and kills processes until it is over. */
async function live(world: World, { kill, kills }: Crew, { starts, isOver, isCut }: Phase): Promise<void> {
  const toKill = [...VICTIMS];
  const toStart = [...starts];
  if (isCut) {
    const asked = toStart[0]?.();
    await kill("server");
    kills.push("server");
    await asked;
  }
  await vi.waitUntil(async () => {
    const [victim] = toKill;
    if (victim !== undefined && (await isSomethingRunning(world))) {
      await kill(victim);
      kills.push(victim);
      toKill.shift();
      return false;
    }
    if (await isOver()) return true;
    const [start] = toStart;
    if (start !== undefined && (await isAccepted(start()))) toStart.shift();
    return false;
  }, LONG_WAIT);
}

/** Returns false while a killed server still holds the lock: the request is sent again later. */
async function isAccepted(asked: Promise<Asked>): Promise<boolean> {
  const { status, body } = await asked;
  if (status !== 409 && status >= 400) throw new Error(`answered ${String(status)}: ${JSON.stringify(body)}`);
  return status < 400;
}

async function isSomethingRunning({ database }: World): Promise<boolean> {
  const rows = await database.query(sql`
    select from rota.chunks join rota.tasks using (task_id)
     where chunks.state = 'PROCESSING' and starts_with(type, 'elections.') limit 1`);
  return rows.length > 0;
}

/** Opens a world with the server in another process and two workers. Killed processes are replaced immediately. */
async function openCrew(world: World, settings: ProcessSettings): Promise<{ served: World; crew: Crew }> {
  const server = openKilledServer(world, settings);
  let workers = [await startWorker(world, settings), await startWorker(world, settings)];
  const killWorkers = async () => {
    await Promise.all(workers.map(killProcess));
    workers = [await startWorker(world, settings)];
  };
  const kill = (victim: Victim) => (victim === "server" ? server.kill() : killWorkers());
  return { served: { ...world, ask: server.ask }, crew: { kill, kills: [] } };
}

/** Returns whether servers and workers were both killed, and often enough. */
function isHitEnough({ kills }: Crew): boolean {
  return kills.length >= (IS_LONG ? 20 : 3) && kills.includes("server") && kills.includes("workers");
}

/** Runs one election from its closing to its record. */
async function liveThrough(served: World, crew: Crew): Promise<void> {
  const { electionId, guardians, counts } = await storeToy(served.database, {
    cast: IS_LONG ? 150 : 6,
    challenged: IS_LONG ? 240 : 2,
    guardians: 3,
    quorum: 2,
    chunkSize: 1,
  });
  const ask = (path: string, body: object) => () =>
    official(served, "POST", `/v1/elections/${electionId}/${path}`, body);
  const isIn = (state: string) => async () => (await stateOf(served, electionId)) === state;
  const areDecrypted = async (count: number) => {
    const states = (await board(served, electionId)).member("guardians").list();
    return states.filter((guardian) => guardian.member("state").text() === "DECRYPTED").length === count;
  };
  const isComplete = async () => (await board(served, electionId)).member("isComplete").boolean();
  const credentials = guardians.slice(0, 2).map((guardian) => () => giveCredential(served, electionId, guardian));

  await live(served, crew, { starts: [ask("tally", {})], isOver: isIn("TALLIED"), isCut: true });
  await live(served, crew, { starts: credentials, isOver: () => areDecrypted(2), isCut: IS_LONG });
  const missing = [ask("decryption/missing", { guardians: [3] })];
  await live(served, crew, { starts: missing, isOver: isComplete, isCut: IS_LONG });
  await live(served, crew, { starts: [ask("combine", {})], isOver: isIn("DECRYPTED"), isCut: true });

  expect(await resultsOf(served, electionId)).toEqual(counts);
  expect((await verifyDownload(served, electionId)).verdict).toBe("valid");
}

test.each(
  IS_LONG
    ? [{ title: "with PostgreSQL alone" }, { title: "with RabbitMQ and Redis", isWhole: true }]
    : [{ title: "with PostgreSQL alone" }],
)(
  "server and workers killed with kill -9 in every phase, $title: the counts are those of the votes, the record is valid",
  { timeout: 3_600_000 },
  async ({ isWhole = false }: { isWhole?: boolean }) => {
    const services = isWhole ? { rabbitmqUrl: serviceUrl("rabbitmq"), redisUrl: serviceUrl("redis") } : {};
    const settings = { secretsKey: randomBytes(32).toString("base64"), ...services };
    const world = await openWorld({ on: "postgres", isWorking: false, config: settings });
    onTestFinished(() => world.dispose());
    const { served, crew } = await openCrew(world, settings);
    // A phase may be over before it is seen to run. Then another election is run.
    do await liveThrough(served, crew);
    while (!isHitEnough(crew));

    if (IS_LONG) process.stdout.write(`killed ${String(crew.kills.length)} times: ${crew.kills.join(", ")}\n`);
    await vi.waitUntil(async () => !(await isSomethingRunning(world)), WAIT);
  },
);
