/** The process in which computations run, one after the other; it lives no longer than the one that started it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChildSettings, ComputeAnswer, ComputeRequest } from "../message/messages.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { packValue, unpackValue } from "../message/pack-value.ts";
import { recordThrown } from "../message/thrown-record.ts";
import { loadTarget } from "./load-target.ts";
import { guardProcess } from "./guard-process.ts";
import { watchLeftovers } from "./watch-leftovers.ts";

const settings = readSettings();
const startRss = process.memoryUsage.rss();
/** A process that holds more than this between computations is not used again. */
const heldBytesMax = (settings.memoryMbMax / 2) * 2 ** 20;
/** Nor is one that keeps more than this from the system though nobody holds it: the next computation would have little left. */
const restingBytesMax = startRss + 1.5 * heldBytesMax;
/** Grown beyond this, what it holds is looked at. */
let lookBytes = startRss + heldBytesMax;
let currentId: number | undefined;
openOutput();

guardProcess({ memoryMbMax: settings.memoryMbMax, startRss });
// Also what nobody awaited: a rejected promise, an error in a timer.
process.on("uncaughtException", (thrown) => send({ kind: "threw", thrown: recordThrown(thrown) }, false));
process.on("message", (request: ComputeRequest) => void compute(request));

async function compute(request: ComputeRequest): Promise<void> {
  currentId = request.id;
  const { answer, leftovers } = await answerTo(request);
  await nextTurn(); // errors that nobody awaited are known by now, and fail the computation that they belong to
  send(answer, leftovers.isClean() && isResting());
}

async function answerTo({ target, data }: ComputeRequest) {
  let leftovers = watchLeftovers();
  try {
    const run = await loadTarget(target);
    leftovers = watchLeftovers(); // a module may keep something open for all its functions
    const result = await run(unpackValue(data));
    const bytes = packValue(result, { what: "result", bytesMax: settings.messageBytesMax });
    return { answer: { kind: "completed", result: bytes } as const, leftovers };
  } catch (thrown) {
    return { answer: { kind: "threw", thrown: recordThrown(thrown) } as const, leftovers };
  }
}

/** Garbage is no reason to start another process, which costs more than throwing it away; nor is room that V8 keeps for later. */
function isResting(): boolean {
  if (process.memoryUsage.rss() <= lookBytes) return true;
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  lookBytes = Math.min(restingBytesMax, Math.max(lookBytes, rss + heldBytesMax / 4)); // not again after each computation
  return heapUsed + external <= heldBytesMax && rss <= restingBytesMax;
}

/** The first answer counts; a second one, of an error that comes late, finds nobody who waits for it. */
function send(answer: ComputeAnswer, isReusable: boolean): void {
  if (currentId === undefined) return process.exit(1); // an error before the first computation
  process.send?.({ ...answer, id: currentId, isReusable });
}

/** Opened at their first use otherwise, which would look like something that a computation left open. */
function openOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function readSettings(): ChildSettings {
  const [memoryMbMax, messageBytesMax] = process.argv.slice(2).map(Number);
  return { memoryMbMax: memoryMbMax ?? 0, messageBytesMax: messageBytesMax ?? 0 };
}
