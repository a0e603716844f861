/**
 * Measures the ledger: how fast a filled queue is posted, compared with posting one by one, how long senders wait, and
 * how fast a chain is verified.
 */
import type { BenchServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import {
  argument,
  figures,
  isFullRun,
  isQuick,
  runRounds,
  type Contender,
  type Measures,
  type Outcome,
} from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";
import { benchEvent } from "./ledger/bench-books.ts";
import { createBareEntries, insertBareEntries } from "./ledger/bench-books.sql.ts";
import { drainQueue } from "./ledger/drain-queue.ts";
import { postOneByOne } from "./ledger/post-one-by-one.ts";
import { postOverHttp } from "./ledger/post-over-http.ts";
import { waitBehindFlood } from "./ledger/single-event.ts";
import { verifyChain } from "./ledger/verify-chain.ts";

const EVENTS = Number(argument("events") ?? (isQuick ? 300 : 200_000));
const ONE_BY_ONE = isQuick ? 20 : 4_000;
const CHAIN = Number(argument("chain") ?? (isQuick ? 300 : 1_000_000));
const FLOOD = Number(argument("flood") ?? (isQuick ? 300 : 500_000));
const HTTP = {
  drained: isQuick ? 50 : 50_000,
  seconds: isQuick ? 1 : 30,
  warmUpSeconds: isQuick ? 0 : 10,
  postsPerSecond: isQuick ? 10 : 100,
};
const BATCH = 500;

const BARE = "plain rows in batches, nothing else";
const SINGLE = "a filled queue, 4 tenants, one by one";
const DIRECT = "one by one, without a queue";
const FOUR = "a filled queue, 4 tenants";
const HOT = "a filled queue, 1 tenant, 2 accounts";
const RELAYED = "a filled queue, 4 tenants, with the relay";
const POSTS = "over HTTP, the queue at half speed";
const VERIFIED = "verification of a chain, a trial balance";
const BEHIND = "one event behind a flood";

const contenders: readonly Contender[] = [
  { name: BARE, measure: insertBare },
  { name: SINGLE, measure: (server) => drainQueue(server, { events: ONE_BY_ONE, tenants: 4, batchEventsMax: 1 }) },
  { name: DIRECT, measure: (server) => postOneByOne(server, ONE_BY_ONE) },
  { name: FOUR, rounds: 5, measure: (server) => drainQueue(server, { events: EVENTS, tenants: 4 }) },
  { name: HOT, measure: (server) => drainQueue(server, { events: EVENTS, tenants: 1, isHot: true }) },
  { name: RELAYED, measure: (server) => drainQueue(server, { events: EVENTS, tenants: 4, isRelayed: true }) },
  { name: POSTS, measure: (server) => postOverHttp(server, HTTP) },
  { name: VERIFIED, measure: (server) => verifyChain(server, CHAIN) },
  { name: BEHIND, measure: (server) => waitBehindFlood(server, FLOOD) },
];
/** A quick run measures only one of the cases that start a broker. */
const QUICK: readonly string[] = [BARE, DIRECT, FOUR, VERIFIED];
const words = argument("ways")?.split(",");
const chosen = contenders.filter(({ name }) =>
  isQuick ? QUICK.includes(name) : (words?.some((word) => name.includes(word)) ?? true),
);

await runRounds({ url: import.meta.url, contenders: chosen, isCompiled: true, isOnSocket: true }, report);

async function insertBare(server: BenchServer): Promise<Measures> {
  const database = await server.open("bare");
  await database.query(createBareEntries());
  const stop = startStopwatch(server.pid);
  for (let done = 0; done < EVENTS; done += BATCH) {
    const count = Math.min(BATCH, EVENTS - done);
    await database.query(
      insertBareEntries(Array.from({ length: count }, (_, nth) => benchEvent(done + nth, false).eventId)),
    );
  }
  const { perSecond, cpuMicrosecondsEach } = stop(EVENTS);
  await database.close();
  return { perSecond, cpu: cpuMicrosecondsEach };
}

async function report(outcome: Outcome): Promise<void> {
  const mid = (name: string, figure: string) => median(figures(outcome, name, figure));
  const drains = [FOUR, HOT, RELAYED].map((name) => [
    name,
    ...["perSecond", "nodeCpu", "postgresCpu", "rabbitmqCpu", "redisCpu"].map((figure) => readable(mid(name, figure))),
    readable(mid(name, "perSecond") / mid(SINGLE, "perSecond")),
    readable(mid(name, "perSecond") / mid(BARE, "perSecond")),
  ]);
  const others = [POSTS, VERIFIED, BEHIND].map((name) => [name, describe(outcome.get(name) ?? [])]);
  await writeReport({
    name: "ledger",
    title: "Ledger",
    tables: [
      {
        head: [
          "events of",
          "posted/s",
          "Node µs",
          "PostgreSQL µs",
          "RabbitMQ µs",
          "Redis µs",
          "× one by one",
          "× bare",
        ],
        rows: [
          ...drains,
          ...[SINGLE, DIRECT, BARE].map((name) => [name, readable(mid(name, "perSecond")), "", "", "", "", "", ""]),
        ],
      },
      { head: ["what", "figures of the last round"], rows: others },
    ],
    findings: [
      `${String(EVENTS)} events of about 400 bytes in a quorum queue, posted by one process with 4 slots: stored in the inbox, mapped by a rule to two lines, checked, chained, written with outbox and answers, shown in Redis; full durability; the relay runs only where it says so`,
      "one by one: the same way with one event in a posting, a transaction each; without a queue: posted straight into the journal, as many at once as there are tenants",
      `over HTTP: ${String(HTTP.postsPerSecond)} posts/s for ${String(HTTP.seconds)} s, of which the first ${String(HTTP.warmUpSeconds)} do not count, while events are published on the same machine at half the speed at which the process drained ${String(HTTP.drained)} just before, and drained; chain: ${String(CHAIN)} entries of two lines; flood: ${String(FLOOD)} events; what of it was posted before the single event includes what had its turn before that arrived`,
      "bars: 10,000/s or more and 20 × one by one; two hot accounts at least 80 % of that; HTTP p99 under 200 ms; 1,000,000 entries verified in under 60 s; a trial balance over 1,000,000 lines in under 1 s; a single event within one quantum of the other tenant",
    ],
    isKept: isFullRun,
  });
}

function describe(rounds: readonly Measures[]): string {
  return Object.entries(rounds.at(-1) ?? {})
    .map(([name, figure]) => `${name} ${readable(figure)}`)
    .join(", ");
}
