/** The second half of the random crashes of the long mode, in a process of its own: a history keeps one core busy. */
import { expect, onTestFinished, test } from "vitest";
import { SimulatedDatabase } from "./crash-histories-database.ts";
import { describeFault, findFault } from "./crash-histories-faults.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_TIMEOUT_MS = 3_600_000;
const HALF = { histories: 5_000, firstSeed: 5_001 };

test.skipIf(!IS_LONG)(
  "further histories keep all promises (only with ROTA_LONG=1)",
  async () => {
    const on = await SimulatedDatabase.open();
    onTestFinished(() => on.close());

    const fault = await findFault(on, HALF);

    expect(fault && (await describeFault(on, fault))).toBeUndefined();
  },
  LONG_TIMEOUT_MS,
);
