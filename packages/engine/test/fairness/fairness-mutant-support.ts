/** Shared support for tests of wrong versions of the fairness rule: a schema with the wrong version, and checks that notice it. */
import { expect, onTestFinished } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { engineMigrations, type MigrationSet } from "../../src/database/migration-set.ts";
import { openEmptyDatabase } from "../support/test-database.ts";
import type { Mutation } from "./fairness-mutations.sql.ts";
import { shareOfReturningLane, StoryQueue } from "./fairness-support.ts";
import { findFault } from "./simulate-on-database.ts";

const RULE_FILES = new Set([
  "absorb-changes.sql",
  "close-sets.sql",
  "give-turns.sql",
  "share-turns.sql",
  "take-turns.sql",
  "wake-lanes.sql",
]);
const HISTORIES_MAX = 200;
const CLAIMERS = 4;
const CLAIMS_EACH = 40;

/** Expects that the model notices it, and so do consumers who see only their own turns. */
export async function expectNoticed(mutation: Mutation): Promise<void> {
  const database = await openMutant(mutation);
  const search = { histories: HISTORIES_MAX, firstSeed: mutation.seed ?? 1 };

  expect(await findFault(database, { ...search, judge: "model" })).toBeDefined();
  // A lane that leaves after every turn has no span in which it could be compared: its share shows the fault.
  expect((await isShareWrong(database)) || (await findFault(database, { ...search, judge: "consumers" }))).toBeTruthy();
}

/** Returns whether a lane that comes back after every turn does not get half of the turns. */
export async function isShareWrong(database: Database): Promise<boolean> {
  const share = await shareOfReturningLane(new StoryQueue(database, "returning"), 40);
  return Math.abs(share - 0.5) > 0.05;
}

/** Fails when two claims collide or give the same chunk. */
export async function claimTogether(database: Database): Promise<void> {
  const story = new StoryQueue(database, "together");
  await story.submit({ name: "A", count: 500 }, { name: "B", count: 500 });
  await story.take(1);
  const seen = new Set<string>();
  const claimer = async (): Promise<void> => {
    for (let claim = 0; claim < CLAIMS_EACH; claim++)
      for (const name of await story.names(3)) {
        if (seen.has(name)) throw new Error(`chunk ${name} was given twice`);
        seen.add(name);
      }
  };
  // All of them end before the first failure is reported, so that the schema can be dropped.
  const ends = await Promise.allSettled(Array.from({ length: CLAIMERS }, claimer));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** A schema of its own, with the rule changed. */
export async function openMutant(mutation: Mutation): Promise<Database> {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres", poolSize: CLAIMERS });
  onTestFinished(dispose);
  await migrate(database, { migrations: mutate(await engineMigrations(), mutation) });
  return database;
}

function mutate(set: MigrationSet, mutation: Mutation): MigrationSet {
  const functions = set.functions ?? { revision: 0, files: [] };
  const rule = functions.files.filter(({ name }) => RULE_FILES.has(name));
  for (const [from] of mutation.changes)
    if (!rule.some(({ text }) => text.includes(from)))
      throw new Error(`mutation "${mutation.name}" does not find "${from}" in the rule: adapt it to the text of today`);
  const files = functions.files.map((file) =>
    rule.includes(file) ? { ...file, text: replaced(file.text, mutation) } : file,
  );
  return { ...set, functions: { ...functions, files } };
}

function replaced(text: string, { changes }: Mutation): string {
  return changes.reduce((changed, [from, to]) => changed.replaceAll(from, () => to), text);
}
