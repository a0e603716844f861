/** The second half of the random crashes, in a process of its own: a history keeps one core busy. */
import { expect, onTestFinished, test } from "vitest";
import { SimulatedDatabase } from "./crash-histories-database.ts";
import { describeFault, findFault } from "./crash-histories-play.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_TIMEOUT_MS = 3_600_000;
const HALF = IS_LONG ? { histories: 5_000, firstSeed: 5_001 } : { histories: 3, firstSeed: 4 };

test(
  "further histories keep all promises",
  async () => {
    const on = await SimulatedDatabase.open();
    onTestFinished(() => on.close());

    const fault = await findFault(on, HALF);

    expect(fault && (await describeFault(on, fault))).toBeUndefined();
  },
  LONG_TIMEOUT_MS,
);
