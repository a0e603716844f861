/**
 * A process beside the ledger: fills its queue and posts events over HTTP at steady rates, then reports how long each
 * post took.
 */
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { systemClock } from "@rota/engine/internal";
import { benchEvent, eventBodies, openPublisher } from "./bench-books.ts";

export type HttpLoad = {
  /** Messages that it adds to the queue each second. */
  readonly perSecond: number;
  /** Number of the first message. */
  readonly first: number;
  readonly seconds: number;
  /** Time at the start whose posts are not counted, because new processes are still compiling their code. */
  readonly warmUpSeconds: number;
  /** Events that it posts over HTTP each second. */
  readonly postsPerSecond: number;
};

export type LoadSettings = HttpLoad & {
  readonly rabbitmqUrl: string;
  readonly url: string;
  readonly key: string;
  readonly tenants: readonly string[];
};

/** Milliseconds of each counted post, and how many of them were answered before they were posted. */
export type LoadReport = { readonly waits: readonly number[]; readonly unposted: number };

const TICK_MS = 10;
/** Above the numbers of all events in the queue. */
const FIRST_POST = 1_000_000_000;

const given: unknown = JSON.parse(process.argv[2] ?? "");
if (!isSettings(given)) throw new Error("the load was not told where to");
/** Built before the load begins: real senders would build them on their own processors. */
const bodies = [...eventBodies({ ...given, events: given.perSecond * given.seconds })];
const agent = new Agent({ keepAlive: true });
const [report] = await Promise.all([postSteadily(given), fillSteadily(given)]);
agent.destroy();
process.send?.(report, () => process.disconnect());

async function fillSteadily({ rabbitmqUrl, perSecond }: LoadSettings): Promise<void> {
  const publisher = await openPublisher(rabbitmqUrl);
  const startedMs = performance.now();
  for (let sent = 0; sent < bodies.length;) {
    const due = Math.floor(((performance.now() - startedMs) / 1_000) * perSecond);
    await publisher.publish(bodies.slice(sent, due));
    sent = Math.max(sent, due);
    await systemClock.wait(TICK_MS);
  }
  await publisher.close();
}

async function postSteadily(settings: LoadSettings): Promise<LoadReport> {
  const { seconds, warmUpSeconds, postsPerSecond } = settings;
  const startedMs = performance.now();
  const countedFromMs = startedMs + warmUpSeconds * 1_000;
  const waits: number[] = [];
  let unposted = 0;
  const post = async (nth: number): Promise<void> => {
    const sentMs = performance.now();
    const status = await postEvent(settings, benchEvent(FIRST_POST + nth, false));
    if (sentMs < countedFromMs) return;
    waits.push(performance.now() - sentMs);
    if (status !== 201) unposted++;
  };
  const posting: Promise<void>[] = [];
  for (let nth = 0; performance.now() < startedMs + seconds * 1_000; nth++) {
    posting.push(post(nth));
    await systemClock.wait(startedMs + ((nth + 1) * 1_000) / postsPerSecond - performance.now());
  }
  await Promise.all(posting);
  return { waits, unposted };
}

/** Returns 201 if the event is posted, 202 if it is stored and the sender stopped waiting. */
async function postEvent({ url, key }: LoadSettings, event: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(new URL("/v1/events", url), { method: "POST", agent, headers }, resolve);
    sending.once("error", reject).end(JSON.stringify(event));
  });
  const body = await text(answer);
  const { statusCode: status = 0 } = answer;
  if (status !== 201 && status !== 202) throw new Error(`an event was answered with ${String(status)}: ${body}`);
  return status;
}

function isSettings(value: unknown): value is LoadSettings {
  return typeof value === "object" && value !== null && "rabbitmqUrl" in value && "key" in value;
}
