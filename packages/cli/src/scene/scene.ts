/** Plays the scene: all acts at once beside real use, each to its verification, then a trickle until it is stopped. */
import type { Engine, Logger } from "@rota/engine";
import { electionAct } from "./election/election-act.ts";
import { holdScene } from "./hold-scene.ts";
import { ledgerAct } from "./ledger/ledger-act.ts";
import { neighbourAct } from "./passports/neighbour-act.ts";
import { passportsAct } from "./passports/passports-act.ts";
import type { WebhookReceiver } from "./passports/webhook-receiver.ts";
import type { ScenePlan } from "./plan.ts";
import { replayAudit } from "./replay-audit.ts";
import { drawSceneKeys } from "./secrets/scene-keys.ts";
import type { SceneScreen } from "./scene-screen.ts";
import { shareStop } from "./share-stop.ts";
import { pause, type Act, type Progress, type Stage, type Verdict } from "./stage.ts";

export type SceneParts = {
  readonly engine: Engine;
  readonly url: string;
  readonly folder: string;
  readonly receiver: WebhookReceiver;
  readonly plan: ScenePlan;
  readonly screen: SceneScreen;
  readonly logger: Logger;
};

export type Scene = { stop(): Promise<void> };

const ACTS: readonly Act[] = [electionAct, passportsAct, ledgerAct, neighbourAct];
const AGAIN_MS = 2_000;
const AGAIN_MS_MAX = 60_000;
const QUIET_TRIES = 3;
const ALL_RIGHT = "all of it is verified; a little work goes on, and the next start looks again";
const NOT_RIGHT = "NOT all of it could be verified (above); a little work goes on";

export function startScene(parts: SceneParts): Scene {
  const stop = new AbortController();
  const played = playAlone(parts, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted)
      parts.logger.error({ reason: reasonOf(error) }, "the scene has ended; everything else goes on");
    stop.abort();
  });
  return {
    async stop() {
      stop.abort();
      await played;
    },
  };
}

function playAlone(parts: SceneParts, signal: AbortSignal): Promise<void> {
  const { engine, screen } = parts;
  const stoppable = shareStop(signal);
  const onWait = (holder: string) => screen.say("scene", `${holder} plays it in the same database: it is waited for`);
  return holdScene({ locks: engine.locks, stoppable, onWait }, () => play(parts, { signal, stoppable }));
}

type Stop = Pick<Stage, "signal" | "stoppable">;

async function play({ engine, screen, logger, ...given }: SceneParts, { signal, stoppable }: Stop): Promise<void> {
  const keys = await drawSceneKeys({ database: engine.database, url: given.url, stoppable });
  // A bar that is drawn late would take the place of what was said about the stop.
  const show = (progress: Progress) => (signal.aborted ? undefined : screen.show(progress));
  const stage: Stage = {
    ...given,
    clientOf: keys.clientOf,
    show,
    signal,
    stoppable,
  };
  try {
    const say = (act: string, verdict: Verdict) => {
      screen.say(act, verdict.text);
      return verdict.isRight;
    };
    const acts = await Promise.all(ACTS.map(async (act) => say(act.name, await persist(stage, logger, act))));
    const audits = (await replayAudit(engine.database)).map((verdict) => say("audit", verdict));
    screen.say("scene", [...acts, ...audits].every(Boolean) ? ALL_RIGHT : NOT_RIGHT);
    await Promise.all(ACTS.map((act) => trickle(stage, logger, act)));
  } finally {
    await keys.revoke();
  }
}

/** An act can be played again from wherever it was: so does what hindered it pass, or somebody reads why it does not. */
async function persist(stage: Stage, logger: Logger, act: Act): Promise<Verdict> {
  for (let tries = 1; ; tries++) {
    try {
      return await act.play(stage);
    } catch (error) {
      stage.signal.throwIfAborted();
      const told = { act: act.name, reason: reasonOf(error) };
      // A machine that is busy hinders once or twice; what lasts is for people to read.
      logger[tries > QUIET_TRIES ? "error" : "warn"](told, "an act of the scene was hindered, and is tried again");
      await pause(stage, Math.min(AGAIN_MS_MAX, AGAIN_MS * tries));
    }
  }
}

async function trickle(stage: Stage, logger: Logger, { name, after }: Act): Promise<void> {
  if (after === undefined) return;
  for (;;) {
    await pause(stage, after.everyMs);
    await after.go(stage).catch((error: unknown) => {
      stage.signal.throwIfAborted();
      logger.warn({ act: name, reason: reasonOf(error) }, "a piece of the scene's trickle failed");
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
