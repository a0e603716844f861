/** Plays random histories on a database and on the model. */
import { expect } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { makeHistory, withoutTimeAndCancels, withSingleClaims } from "./history.ts";
import { describeFault, findFault, simulateOnDatabase } from "./simulate-on-database.ts";

export type Histories = { readonly histories: number; readonly firstSeed: number };

/** How many the fast tests play. */
export const SHORT_HISTORIES = { pglite: 4, postgres: 16 } as const;
/** Queues are independent of each other, so histories are played beside each other. */
const CONNECTIONS = 4;

export async function expectLikeModel(database: Database, { histories, firstSeed }: Histories): Promise<void> {
  const share = Math.ceil(histories / CONNECTIONS);
  const searches = Array.from({ length: Math.ceil(histories / share) }, (_, index) =>
    findFault(database, { judge: "model", histories: share, firstSeed: firstSeed + index * share }),
  );
  const fault = (await Promise.all(searches)).find((found) => found !== undefined);

  expect(fault && (await describeFault(database, fault, "model"))).toBeUndefined();
}

export async function expectLikeSingleClaims(database: Database, { histories, firstSeed }: Histories): Promise<void> {
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const history = withoutTimeAndCancels(makeHistory(seed));
    const whole = await simulateOnDatabase(database, history, { queue: `whole-${String(seed)}` });
    const single = await simulateOnDatabase(database, withSingleClaims(history), { queue: `single-${String(seed)}` });

    expect({ seed, order: whole.order }).toEqual({ seed, order: single.order });
  }
}
