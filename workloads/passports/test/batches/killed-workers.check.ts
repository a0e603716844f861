/** Story: workers of a batch are killed around each of their transactions; nothing is lost, doubled or different. */
import { sql } from "@rota/engine";
import { expect, test } from "vitest";
import { workAndDie } from "../life/dying-workers.ts";
import { openIdleWorld } from "../versions/idle-world.ts";
import { eventsOf } from "../versions/version-steps.ts";
import { battery, isOver, itemsOf, readBatch, startBatch } from "./batch-steps.ts";

const TASKS = ["parse-facts", "build-snapshot", "compile-passport", "sign-passport", "generate-qr"];
const STORY = ["PASSPORT_REQUESTED", "PASSPORT_COMPILED", "PASSPORT_SIGNED", "QR_GENERATED"];

// Ten processes are killed one after the other, which takes too long for every run. Single versions have the same test.
test.runIf(process.env["ROTA_LONG"] === "1")(
  "whatever process dies around whichever transaction, a batch ends as it would without",
  { timeout: 600_000 },
  async () => {
    const { world, ground } = await openIdleWorld();
    const batteries = [battery("K-1"), { serialNumber: "K-2", text: "{" }, battery("K-3", 80)];
    const { batchId } = await startBatch(world, ground, batteries);

    const deaths = await workAndDie(world, () => isOver(world, batchId));

    expect(deaths).toBe(2 * TASKS.length);
    expect(await readBatch(world, batchId)).toMatchObject({ total: 3, completed: 2, failed: 1 });
    const [first, rejected, last] = (await itemsOf(world, batchId)).map(({ version }) => version.passport_version_id);
    expect(await eventsOf(world, first ?? "")).toEqual(STORY);
    expect(await eventsOf(world, last ?? "")).toEqual(STORY);
    expect(await eventsOf(world, rejected ?? "")).toEqual(["PASSPORT_REQUESTED"]);
    const jobs = await world.database.query(sql<{ type: string; tasks: bigint }>`
      select type, count(*) as tasks from rota.tasks where group_name = 'passports-batches' group by type order by min(task_id)`);
    expect(jobs).toEqual(TASKS.map((name) => ({ type: `passports.${name}`, tasks: 1n })));
  },
);
