/** Secrets as handlers see them: one that is missing is an error that lets the chunk wait. */
import type { Secrets } from "../../coordinator/coordinator.ts";
import { RotaError } from "../../errors.ts";
import type { NeededSecrets } from "../../tasks/definition/task-options.ts";

export function createNeededSecrets(secrets: Secrets | undefined): NeededSecrets {
  if (secrets === undefined) return withoutSecrets;
  return {
    async read(key) {
      const value = await secrets.read(key);
      if (value === undefined) throw secretMissing(key);
      return value;
    },
    drop: (key) => secrets.drop(key),
  };
}

function secretMissing(key: string): RotaError {
  const message = `secret "${key}" is missing: it was never put, ran out or was lost; put it again and the chunk goes on`;
  return new RotaError("SECRET_MISSING", message, { key });
}

async function refuse(): Promise<never> {
  throw new RotaError("SECRETS_NOT_CONFIGURED", "this worker has no coordinator to keep secrets: give it one");
}

const withoutSecrets: NeededSecrets = { read: refuse, drop: refuse };
