/** What every driver must do alike: one suite, run on each of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { closingTests } from "./conformance/closing.conformance.ts";
import { errorTests } from "./conformance/errors.conformance.ts";
import { notificationTests } from "./conformance/notifications.conformance.ts";
import { statementTests } from "./conformance/statements.conformance.ts";
import { transactionTests } from "./conformance/transactions.conformance.ts";
import { valueTests } from "./conformance/values.conformance.ts";

export type OpenedDatabase = { readonly database: Database; readonly dispose: () => Promise<void> };
export type SkippedTest = { readonly test: string; readonly reason: string };

export type ConformanceOptions = {
  readonly name: string;
  /** Opens a database with a schema of its own; is called several times. */
  readonly open: (options?: { statementTimeoutMs?: number }) => Promise<OpenedDatabase>;
  /** What this driver cannot do, each with the reason. */
  readonly skip: readonly SkippedTest[];
};

/** What a group of tests gets: a way to name a test, the shared database, and a way to open a further one. */
export type Subject = {
  readonly test: (name: string, run: () => Promise<void>) => void;
  readonly database: () => Database;
  readonly open: ConformanceOptions["open"];
};

export function databaseConformance({ name, open, skip }: ConformanceOptions): void {
  describe(`${name} keeps the database contract`, () => {
    let opened: OpenedDatabase | undefined;
    const seen = new Set<string>();
    beforeAll(async () => void (opened = await open()));
    afterAll(() => opened?.dispose());
    const subject: Subject = {
      open,
      database() {
        if (opened === undefined) throw new Error("the database is opened before the first test");
        return opened.database;
      },
      test(testName, run) {
        seen.add(testName);
        const skipped = skip.find((entry) => entry.test === testName);
        const shownName = skipped === undefined ? testName : `${testName} (cannot: ${skipped.reason})`;
        test.skipIf(skipped !== undefined)(shownName, run);
      },
    };
    const groups = [valueTests, errorTests, transactionTests, notificationTests, statementTests, closingTests];
    for (const group of groups) group(subject);
    test("every skip names a test of the suite", () => {
      expect(skip.filter((entry) => !seen.has(entry.test))).toEqual([]);
    });
  });
}
