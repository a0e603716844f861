/** Snapshots: create, list, get, build, seal. */
import { Type } from "typebox";
import { found } from "../../life/found.ts";
import { createSnapshot } from "../../life/snapshots/change-items.ts";
import { sealSnapshot } from "../../life/snapshots/seal-snapshot.ts";
import { countItems, selectSnapshot, selectSnapshots } from "../../life/snapshots/snapshots.sql.ts";
import { PASSPORTS_GROUP } from "../../tasks/passport-work.ts";
import { buildSnapshotTask } from "../../tasks/snapshots/build-snapshot.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Hash, JobId, Line, Tenant, Time, Uuid, Whole, Word } from "../fields.ts";
import { Page, PAGE_FIELDS, pageOf, readPageWish } from "../pages.ts";
import { tenantOf } from "../tenant-of.ts";
import { SNAPSHOT_STATUSES, SnapshotParams, SnapshotView, snapshotView } from "./snapshot-schemas.ts";

const create = defineWrite({
  name: "passports.snapshots.create",
  method: "POST",
  path: "/v1/snapshots",
  summary: "Create an empty snapshot of facts",
  role: "operator",
  body: Given({ tenant: Type.Optional(Tenant), label: Type.Optional(Line(200)) }),
  answers: { 201: SnapshotView },
  handle({ commit, body: { label }, actor, tenant }) {
    const wish = { tenant: tenantOf({ tenant }), label, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: snapshotView(await createSnapshot(tx, wish)) }));
  },
});

const list = defineRoute({
  name: "passports.snapshots.list",
  method: "GET",
  path: "/v1/snapshots",
  summary: "Snapshots, the newest first",
  role: "operator",
  query: Given({ ...PAGE_FIELDS, status: Type.Optional(Word(SNAPSHOT_STATUSES)) }),
  answers: { 200: Page(SnapshotView) },
  async handle({ engine, query, tenant }) {
    const wish = readPageWish(query);
    const rows = await engine.database.query(selectSnapshots({ ...wish, tenant, status: query.status }));
    return { status: 200, body: pageOf(rows, { ...wish, idOf: (row) => row.snapshot_id, view: snapshotView }) };
  },
});

const get = defineRoute({
  name: "passports.snapshots.get",
  method: "GET",
  path: "/v1/snapshots/{snapshotId}",
  summary: "A snapshot",
  role: "operator",
  params: SnapshotParams,
  answers: { 200: Type.Object({ snapshot: SnapshotView, item_count: Whole }) },
  async handle({ engine: { database }, params: { snapshotId: id }, tenant }) {
    const row = await found(database, selectSnapshot(id, tenant), { what: "snapshot", id });
    const [count] = await database.query(countItems(row.tenant, id));
    return { status: 200, body: { snapshot: snapshotView(row), item_count: count?.items ?? 0 } };
  },
});

const build = defineWrite({
  name: "passports.snapshots.build",
  method: "POST",
  path: "/v1/snapshots/{snapshotId}/build",
  summary: "Check the facts of a snapshot, which is READY then",
  role: "operator",
  params: SnapshotParams,
  body: Given({}),
  answers: { 202: Type.Object({ job_id: JobId }) },
  handle({ commit, engine, params: { snapshotId: id }, actor, tenant: asking }) {
    return commit(async (tx) => {
      const { tenant, revision } = await found(tx, selectSnapshot(id, asking), { what: "snapshot", id });
      const unique = { key: `${id}:${String(revision)}`, mode: "singleton" } as const;
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, unique, submittedBy: actor.name };
      const job = await engine.submit(buildSnapshotTask, { snapshotId: id, revision }, placement);
      return { status: 202, body: { job_id: String(job.taskId) } };
    });
  },
});

const seal = defineWrite({
  name: "passports.snapshots.seal",
  method: "POST",
  path: "/v1/snapshots/{snapshotId}/seal",
  summary: "Seal a snapshot that is READY",
  description: "From then on its facts are one hash, and it never changes.",
  role: "operator",
  params: SnapshotParams,
  body: Given({}),
  answers: { 200: Type.Object({ snapshot_id: Uuid, snapshot_hash: Hash, sealed_at: Time }) },
  handle({ commit, params: { snapshotId }, actor, tenant }) {
    return commit(async (tx) => {
      const sealed = await sealSnapshot(tx, { snapshotId, tenant, actor: actor.name });
      const { snapshotHash: snapshot_hash, sealedAt } = sealed;
      return { status: 200, body: { snapshot_id: snapshotId, snapshot_hash, sealed_at: sealedAt.toISOString() } };
    });
  },
});

export const snapshotOperations = [create, list, get, build, seal];
