/** Starts and ends an engine once each, however often it is asked to. */
import { RotaError } from "../errors.ts";

export type Life = {
  /** A start that failed may be tried again. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Throws ENGINE_STOPPED. */
  refuseAfterStop(): void;
};

export type LifeSteps = {
  readonly begin: () => Promise<void>;
  /** Called when nothing begins any more. */
  readonly end: () => Promise<void>;
};

export function createLife({ begin, end }: LifeSteps): Life {
  let starting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  const refuseAfterStop = (): void => {
    if (stopped !== undefined) throw engineStopped();
  };
  const stop = async (): Promise<void> => {
    await starting?.catch(() => undefined); // whoever started it has been told
    await end();
  };
  const forgetFailedStart = (error: unknown): never => {
    starting = undefined;
    throw error;
  };
  return {
    async start() {
      refuseAfterStop();
      await (starting ??= begin().catch(forgetFailedStart));
    },
    stop: () => (stopped ??= stop()),
    refuseAfterStop,
  };
}

export function engineStopped(): RotaError {
  return new RotaError("ENGINE_STOPPED", "the engine was stopped: make another one with createEngine");
}
