/** What the acts of the scene share: who they ask as, where they show how far they are, and when they have to end. */
import { setTimeout as wait } from "node:timers/promises";
import { isRotaProblem, type RotaClient } from "@rota/client";
import type { WebhookReceiver } from "./passports/webhook-receiver.ts";
import type { ScenePlan } from "./plan.ts";
import type { Stoppable } from "./share-stop.ts";

export type Stage = {
  readonly plan: ScenePlan;
  /** Of the server, without a slash at its end. */
  readonly url: string;
  /** Asks the server with a key of the tenant. */
  readonly clientOf: (tenant: string) => RotaClient;
  /** Where the scene keeps its secrets. */
  readonly folder: string;
  readonly receiver: WebhookReceiver;
  readonly show: (progress: Progress) => void;
  /** Aborts when the scene has to end. */
  readonly signal: AbortSignal;
  /** Runs what has to end then too: whoever waits does it with a signal from here. */
  readonly stoppable: Stoppable;
};

export type Progress = {
  readonly act: string;
  readonly done: number;
  readonly total: number;
  /** What is being done, such as `voting`. */
  readonly step: string;
  /** What is counted, such as `ballots`. */
  readonly unit: string;
};

/** What a verification has found. */
export type Verdict = { readonly isRight: boolean; readonly text: string };

export type Act = {
  readonly name: string;
  /** Goes on where it was, however far that is, and returns what was verified in the end. */
  play(stage: Stage): Promise<Verdict>;
  /** A small piece of work, once in a while after the act, so that there is something to look at. */
  readonly after?: { readonly everyMs: number; go(stage: Stage): Promise<void> };
};

const LOOK_AGAIN_MS = 200;

export function pause({ stoppable }: Pick<Stage, "stoppable">, ms: number): Promise<void> {
  return stoppable((signal) => wait(ms, undefined, { signal }));
}

/** Returns what `look` finds as soon as it finds something. */
export async function until<Found>(
  stage: Pick<Stage, "stoppable">,
  look: () => Promise<Found | undefined>,
): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(stage, LOOK_AGAIN_MS);
  }
}

/** Whoever stops the scene does not wait for something long that has begun: its outcome is of no use then. */
export function unlessStopped<Result>(
  { stoppable }: Pick<Stage, "stoppable">,
  running: Promise<Result>,
): Promise<Result> {
  return stoppable((signal) => {
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("the scene was stopped")));
    });
    return Promise.race([running, stopped]);
  });
}

/** Does one after the other, `width` of them at once. The first that fails ends it. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  width: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let hasFailed = false;
  const runner = async () => {
    for (let next = left.next(); !hasFailed && next.done !== true; next = left.next()) {
      try {
        await run(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, runner));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

const CONFLICT = 409;

/** What is there already, or runs already, is as good as what was asked for. */
export async function unlessDone(ask: Promise<unknown>): Promise<void> {
  try {
    await ask;
  } catch (error) {
    if (!isRotaProblem(error) || error.status !== CONFLICT) throw error;
  }
}
