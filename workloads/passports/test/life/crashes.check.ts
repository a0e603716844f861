/** Story: processes are killed right before and right after every transaction of the tasks, and nothing is lost or doubled. */
import { sql } from "@rota/engine";
import { Type } from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { verifyEventChain } from "../../src/core/passport/event-chain.ts";
import { chainedEvent } from "../../src/store/events.ts";
import { selectChain } from "../../src/store/events.sql.ts";
import { expectBody } from "./answers.ts";
import { workAndDie } from "./dying-workers.ts";
import {
  addItems,
  addRules,
  base64,
  createDocument,
  createPackage,
  createSnapshot,
  Job,
  Rules,
  seal,
  Sealed,
} from "./steps.ts";
import { openWorld, type World } from "./world.ts";

const TEXT = '{"sku":"S1","capacity_kwh":75.5,"components":[{"id":1},{"id":2}]}';
const RULES = "field a: Int = 1;";
const TESTS = "property p: cases(500) seed(1) => forall x: Int . implies(true, x == x);;";

const openTasks = ({ database }: World) =>
  database.query(sql`
    select from rota.chunks join rota.tasks using (task_id)
     where starts_with(type, 'passports.') and chunks.state <> 'COMPLETED' limit 1`);

/** Returns everything that must be the same after each run, without ids and times. */
async function outcome({ database }: World) {
  return {
    versions: await database.query(
      sql`select version, status, encode(sha256, 'hex') as sha256 from rota.passports_document_versions`,
    ),
    facts: await database.query(sql`
      select fact_type, fact_key, encode(payload_hash, 'hex') as hash, count(*) as sources
        from rota.passports_facts join rota.passports_fact_sources using (tenant, fact_id) group by 1, 2, 3 order by 1, 2`),
    items: await database.query(sql`select fact_type, fact_key from rota.passports_snapshot_items order by 1, 2`),
    snapshots: await database.query(sql`select status, revision from rota.passports_snapshots`),
    rules: await database.query(sql`select status, version from rota.passports_rule_versions`),
    runs: await database.query(sql`select number, status, cases from rota.passports_rule_test_runs`),
    events: await database.query(sql`select event_type, aggregate_version from rota.passports_events order by 1, 2`),
    published: await database.query(sql`
      select type from rota.outbox_arrivals union all select type from rota.outbox_events order by 1`),
  };
}

/** Uploads, tests rules, builds and seals. `work` runs the tasks. */
async function pipeline(world: World, work: () => Promise<unknown>) {
  const documentId = await createDocument(world);
  const body = { content: base64(TEXT), mime_type: "application/json" };
  await expectBody(202, Job, world.ask("POST", `/v1/documents/${documentId}/uploads`, { body }));
  const packageId = await createPackage(world, "rules");
  const rules = await expectBody(201, Rules, addRules(world, packageId, { rules: RULES, tests: TESTS }));
  const path = `/v1/rule-package-versions/${rules.rule_package_version_id}/tests:run`;
  await expectBody(202, Job, world.ask("POST", path, { body: {} }));
  await work();

  const Versions = Type.Object({ versions: Type.Array(Type.Object({ document_version_id: Type.String() })) });
  const { versions } = await expectBody(200, Versions, world.ask("GET", `/v1/documents/${documentId}`));
  const snapshotId = await createSnapshot(world);
  await expectBody(
    200,
    Type.Object({}),
    addItems(world, snapshotId, { document_version_ids: versions.map((each) => each.document_version_id) }),
  );
  await expectBody(202, Job, world.ask("POST", `/v1/snapshots/${snapshotId}/build`, { body: {} }));
  await work();
  await expectBody(200, Sealed, seal(world, snapshotId));
}

const TIMEOUT = { timeout: 600_000 };

test(
  "whatever process dies around whichever transaction, documents, rules and snapshots end the same",
  TIMEOUT,
  async () => {
    const [calm, stormy] = [await openWorld(), await openWorld({ isWorking: false })];
    onTestFinished(async () => {
      await calm.dispose();
      await stormy.dispose();
    });
    const isDone = (world: World) => async () => (await openTasks(world)).length === 0;
    let deaths = 0;

    await pipeline(calm, () => expect.poll(isDone(calm), { timeout: 60_000 }).toBe(true));
    await pipeline(stormy, async () => (deaths += await workAndDie(stormy, isDone(stormy))));

    expect(deaths).toBeGreaterThanOrEqual(8); // before and after: ingest, parse, test, build
    expect(await outcome(stormy)).toEqual(await outcome(calm));
    const chains = await stormy.database.query(
      sql<{
        type: string;
        id: string;
      }>`select distinct aggregate_type as type, aggregate_id as id from rota.passports_events`,
    );
    for (const { type, id } of chains) {
      const events = await stormy.database.query(selectChain({ tenant: "default", type, id, after: 0, limit: 100 }));
      expect(verifyEventChain(events.map(chainedEvent))).toBeUndefined();
    }
  },
);
