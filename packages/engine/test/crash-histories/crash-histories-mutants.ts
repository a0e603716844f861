/** Shows that random crashes notice a function of the database that does something wrong. */
import { expect } from "vitest";
import { sqlScript } from "../../src/database/sql.ts";
import type { SimulatedDatabase } from "./crash-histories-database.ts";
import { type Mutation, selectFunction } from "./crash-histories-mutations.sql.ts";
import { findFault } from "./crash-histories-play.ts";

/** One is enough where its seed still shows it. */
const MUTANT_HISTORIES = 300;

export async function expectNoticed(on: SimulatedDatabase, mutation: Mutation): Promise<void> {
  const restore = await mutate(on, mutation);
  try {
    expect(await findFault(on, { histories: MUTANT_HISTORIES, firstSeed: mutation.seed })).toBeDefined();
  } finally {
    await restore();
  }
}

/** Gives back what undoes it. */
async function mutate(
  on: SimulatedDatabase,
  { name, function: functionName, changes }: Mutation,
): Promise<() => Promise<unknown>> {
  const [row] = await on.database.query(selectFunction(functionName));
  const text = row?.text ?? "";
  for (const [from] of changes)
    if (!text.includes(from))
      throw new Error(
        `mutation "${name}" does not find "${from}" in ${functionName}: adapt it to the text as it is now`,
      );
  const changed = changes.reduce((result, [from, to]) => result.replaceAll(from, () => to), text);
  await on.database.query(sqlScript(changed));
  return () => on.database.query(sqlScript(text));
}
