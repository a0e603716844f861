/** Whether random crashes notice the other wrong versions of how work ends. */
import { afterAll, beforeAll, test } from "vitest";
import { SimulatedDatabase } from "./crash-histories-database.ts";
import { expectNoticed } from "./crash-histories-mutants.ts";
import { MUTATIONS } from "./crash-histories-mutations.sql.ts";

const LONG_TIMEOUT_MS = 3_600_000;

let on: SimulatedDatabase;
beforeAll(async () => {
  on = await SimulatedDatabase.open();
});
afterAll(() => on.close());

test.each(MUTATIONS)("it is noticed when $name", (mutation) => expectNoticed(on, mutation), LONG_TIMEOUT_MS);
