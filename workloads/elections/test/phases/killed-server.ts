/**
 * Runs a server of elections in another process, for clients that repeat requests that a killed server left unanswered.
 */
import { vi } from "vitest";
import type { AskOptions, Asked, World } from "../life/world.ts";
import { killProcess, startServer, type PhaseProcess, type ProcessSettings } from "./phase-processes.ts";

export type KilledServer = {
  /** Repeats a request until the answer is other than "not now". */
  readonly ask: World["ask"];
  /** Ends it with kill -9 and starts another one at another address. */
  readonly kill: () => Promise<void>;
};

const WAIT_FOR_ANSWER = { timeout: 600_000, interval: 20 };

export function openKilledServer(world: World, settings: ProcessSettings): KilledServer {
  let server: Promise<PhaseProcess> = startServer(world, settings);
  const send = async (request: AskOptions & { method: string; path: string }): Promise<Asked | undefined> => {
    try {
      const asked = await fetchJson((await server).said, request);
      return asked.status === 503 ? undefined : asked; // not now: what it waits for was killed
    } catch (error) {
      if (error instanceof TypeError) return undefined; // how fetch says that the connection was refused or cut
      throw error;
    }
  };
  return {
    ask: (method, path, options) => vi.waitUntil(() => send({ method, path, ...options }), WAIT_FOR_ANSWER),
    async kill() {
      await killProcess(await server);
      server = startServer(world, settings);
    },
  };
}

async function fetchJson(
  url: string,
  { method, path, key, token, body, headers = {} }: AskOptions & { method: string; path: string },
): Promise<Asked> {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(token === undefined ? {} : { "x-election-token": token }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
