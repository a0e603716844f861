/** The job that faults are tested with: it needs a secret, takes a moment and has an effect that is counted. */
import { defineTask, fixed } from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import { insertEffect } from "./effects.sql.ts";

export type EffectInput = {
  readonly name: string;
  readonly workMs: number;
  /** Name of a secret that the job requires. */
  readonly secret?: string;
};

export const effectTask = defineTask({
  name: "chaos.effect",
  retry: fixed({ delayMs: 100, retries: 99 }),
  run: async ({ name, workMs, secret }: EffectInput, { commit, secrets, signal }) => {
    if (secret !== undefined) await secrets.read(secret);
    await systemClock.wait(workMs, signal);
    signal.throwIfAborted();
    await commit(async (tx) => {
      await tx.query(insertEffect(name));
    });
  },
});
