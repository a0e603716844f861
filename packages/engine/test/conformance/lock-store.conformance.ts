/** Runs one suite on every implementation of locks, idempotency keys and secrets. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Coordinator } from "../../src/locks/locks.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import { createLogger, type Logger } from "../../src/runtime/logger.ts";
import { refusalTests } from "./invalid-calls.conformance.ts";
import { historyTests } from "./lock-histories.conformance.ts";
import { lineTests } from "./lock-line.conformance.ts";
import { lockTests } from "./locks.conformance.ts";
import { onceTests } from "./once.conformance.ts";
import { secretTests } from "./secrets.conformance.ts";

export type CoordinatorSettings = {
  readonly logger: Logger;
  readonly lockTtlMs: Readonly<Record<string, number>>;
  readonly secretsKey: Uint8Array | undefined;
  readonly clock?: Clock;
};

/** Store, with functions that tests need in addition to the contract. */
export type OpenedStore = {
  readonly database: Database;
  /** Opens a coordinator on the store, as each process has one. */
  readonly connect: (settings: CoordinatorSettings) => Coordinator;
  /** Moves the end of a lock, a waiter, a key or a secret into the past, so that it has expired. */
  readonly expire: {
    lock(key: string): Promise<void>;
    waiter(key: string, holder: string): Promise<void>;
    once(scope: string, key: string): Promise<void>;
    secret(key: string): Promise<void>;
  };
  readonly startTask: () => Promise<bigint>;
  readonly finishTask: (taskId: bigint) => Promise<void>;
  /** Returns all bytes that are stored for the secret with this key. */
  readonly storedSecret: (key: string) => Promise<Uint8Array>;
  readonly dispose: () => Promise<void>;
};

export type ConformanceOptions = {
  readonly name: string;
  readonly open: () => Promise<OpenedStore>;
  /** Tests that this implementation cannot pass, each with the reason. */
  readonly skip: readonly { readonly test: string; readonly reason: string }[];
};

/** Arguments of a group of tests. */
export type Subject = {
  readonly test: (name: string, run: () => Promise<void>) => void;
  readonly store: () => OpenedStore;
  /** Returns the coordinator that most tests use. */
  readonly coordinator: () => Coordinator;
  /** Opens another coordinator on the same store, which is closed at the end. */
  readonly another: (settings?: Partial<CoordinatorSettings>) => Coordinator;
  /** Returns a key that no other test uses. */
  readonly newKey: () => string;
  /** Returns the log lines about a key. */
  readonly logged: (key: string) => readonly string[];
};

export const SECRETS_KEY = new Uint8Array(32).fill(7);
export const LOCK_TTL_MS = { SHORT: 60_000 };

export function coordinatorConformance({ name, open, skip }: ConformanceOptions): void {
  describe(`${name} keeps the coordinator contract`, () => {
    const connected: Coordinator[] = [];
    const lines: string[] = [];
    const seen = new Set<string>();
    const logger = createLogger({
      level: "debug",
      json: true,
      destination: { write: (line) => void lines.push(line) },
    });
    let store: OpenedStore | undefined;
    let keys = 0;
    const openedStore = () => store ?? fail("the store is opened before the first test");
    const another: Subject["another"] = (settings) => {
      const given = { logger, lockTtlMs: LOCK_TTL_MS, secretsKey: SECRETS_KEY, ...settings };
      const coordinator = openedStore().connect(given);
      connected.push(coordinator);
      return coordinator;
    };
    beforeAll(async () => {
      store = await open();
      another();
    });
    afterAll(async () => {
      for (const coordinator of connected) await coordinator.close();
      await store?.dispose();
    });
    const subject: Subject = {
      store: openedStore,
      coordinator: () => connected[0] ?? fail("a coordinator is there before the first test"),
      another,
      newKey: () => `lock:tally:election:${String(++keys)}`,
      logged: (key) => lines.filter((line) => line.includes(`"key":"${key}"`)),
      test(testName, run) {
        seen.add(testName);
        const skipped = skip.find((entry) => entry.test === testName);
        const shownName = skipped === undefined ? testName : `${testName} (cannot: ${skipped.reason})`;
        test.skipIf(skipped !== undefined)(shownName, run);
      },
    };
    for (const group of [lockTests, lineTests, historyTests, onceTests, secretTests, refusalTests]) group(subject);
    test("every skip names a test of the suite", () => {
      expect(skip.filter((entry) => !seen.has(entry.test))).toEqual([]);
    });
  });
}

function fail(message: string): never {
  throw new Error(message);
}
