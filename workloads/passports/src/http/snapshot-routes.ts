/** Routes of snapshots: create, list, get, build, seal. Routes of their items: list, add, remove. */
import { Given, Line, Nullable, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { found } from "../store/rows.ts";
import { countItems, selectItems, selectSnapshot, selectSnapshots, type SnapshotRow } from "../store/snapshots.sql.ts";
import { addItems, createSnapshot, removeItem, sealStoredSnapshot, SNAPSHOT_ITEMS_MAX } from "../store/snapshots.ts";
import { buildSnapshotTask } from "../tasks/build-snapshot.ts";
import { PASSPORTS_GROUP } from "../tasks/passport-work.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { Hash, JobId, Page, PAGE_FIELDS, pageOf, readPageQuery, Uuid } from "./fields.ts";

const SNAPSHOT_STATUSES = ["BUILDING", "READY", "SEALED"] as const;
const SnapshotParams = Given({ snapshotId: Uuid });

const SnapshotView = Type.Object({
  snapshot_id: Uuid,
  tenant: Type.String(),
  status: Word(SNAPSHOT_STATUSES),
  revision: Type.Integer({ minimum: 0, description: "Grows with each change of its items." }),
  label: Nullable(Type.String()),
  snapshot_hash: Nullable(Hash, { description: "Null until it is sealed." }),
  created_by: Type.String(),
  created_at: Time,
  sealed_by: Nullable(Type.String()),
  sealed_at: Nullable(Time),
});

function snapshotView(row: SnapshotRow): Static<typeof SnapshotView> {
  const { snapshot_id, tenant, status, revision, label, snapshot_hash, created_by, sealed_by } = row;
  const created_at = row.created_at.toISOString();
  const sealed_at = row.sealed_at?.toISOString() ?? null;
  return { snapshot_id, tenant, status, revision, label, snapshot_hash, created_by, created_at, sealed_by, sealed_at };
}

/** Maximum number of facts in a request. */
const FACTS_MAX = 1_000;

const NewItems = Given(
  {
    fact_id: Type.Optional(Uuid),
    fact_ids: Type.Optional(Type.Array(Uuid, { maxItems: FACTS_MAX })),
    document_version_ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 100, description: "All facts that these versions of documents say." }),
    ),
  },
  { minProperties: 1 },
);

const ChangedItems = Type.Object({ added: Whole, snapshot: SnapshotView });

const ItemView = Type.Object({
  fact_id: Uuid,
  fact_type: Type.String(),
  fact_key: Type.String(),
  payload_hash: Hash,
});

const create = defineWrite({
  name: "passports.snapshots.create",
  method: "POST",
  path: "/v1/snapshots",
  summary: "Create an empty snapshot of facts",
  role: "operator",
  body: Given({ tenant: Type.Optional(Tenant), label: Type.Optional(Line(200)) }),
  answers: { 201: SnapshotView },
  handle({ commit, body: { label }, actor, tenant }) {
    const input = { tenant: tenantOf({ tenant }), label, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: snapshotView(await createSnapshot(tx, input)) }));
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
    const page = readPageQuery(query);
    const rows = await engine.database.query(selectSnapshots({ ...page, tenant, status: query.status }));
    return { status: 200, body: pageOf(rows, { ...page, idOf: (row) => row.snapshot_id, view: snapshotView }) };
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
      const sealed = await sealStoredSnapshot(tx, { snapshotId, tenant, actor: actor.name });
      const { snapshotHash: snapshot_hash, sealedAt } = sealed;
      return { status: 200, body: { snapshot_id: snapshotId, snapshot_hash, sealed_at: sealedAt.toISOString() } };
    });
  },
});

export const snapshotOperations = [create, list, get, build, seal];

const ITEMS_LIMIT = 200;

const listItems = defineRoute({
  name: "passports.snapshots.items.list",
  method: "GET",
  path: "/v1/snapshots/{snapshotId}/items",
  summary: "The facts of a snapshot, in the order in which they are hashed",
  role: "operator",
  params: SnapshotParams,
  query: Given({
    after_type: Type.Optional(Line(256, { description: "With after_key: the last fact of the page before." })),
    after_key: Type.Optional(Line(256)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SNAPSHOT_ITEMS_MAX, default: ITEMS_LIMIT })),
  }),
  answers: { 200: Type.Object({ items: Type.Array(ItemView) }) },
  async handle({ engine: { database }, params: { snapshotId: id }, query, tenant: asking }) {
    const { tenant } = await found(database, selectSnapshot(id, asking), { what: "snapshot", id });
    const { after_type: factType, after_key: factKey = "", limit = ITEMS_LIMIT } = query;
    const after = factType === undefined ? undefined : { factType, factKey };
    const items = await database.query(selectItems({ tenant, snapshotId: id, after, limit }));
    return { status: 200, body: { items: [...items] } };
  },
});

const add = defineWrite({
  name: "passports.snapshots.items.add",
  method: "POST",
  path: "/v1/snapshots/{snapshotId}/items",
  summary: "Add facts to a snapshot",
  description: "A snapshot that was READY is to be built again.",
  role: "operator",
  params: SnapshotParams,
  body: NewItems,
  answers: { 200: ChangedItems },
  handle({ commit, params: { snapshotId: id }, body, actor, tenant }) {
    const { fact_id, fact_ids = [], document_version_ids: documentVersionIds = [] } = body;
    const selection = { factIds: fact_id === undefined ? fact_ids : [fact_id, ...fact_ids], documentVersionIds };
    return commit(async (tx) => {
      const added = await addItems(tx, { snapshotId: id, tenant, actor: actor.name }, selection);
      const row = await found(tx, selectSnapshot(id, tenant), { what: "snapshot", id });
      return { status: 200, body: { added, snapshot: snapshotView(row) } };
    });
  },
});

const remove = defineWrite({
  name: "passports.snapshots.items.remove",
  method: "DELETE",
  path: "/v1/snapshots/{snapshotId}/items/{factId}",
  summary: "Take a fact out of a snapshot",
  role: "operator",
  params: Given({ snapshotId: Uuid, factId: Uuid }),
  answers: { 200: SnapshotView },
  handle({ commit, params: { snapshotId: id, factId }, actor, tenant }) {
    return commit(async (tx) => {
      await removeItem(tx, { snapshotId: id, tenant, actor: actor.name }, factId);
      const row = await found(tx, selectSnapshot(id, tenant), { what: "snapshot", id });
      return { status: 200, body: snapshotView(row) };
    });
  },
});

export const itemOperations = [listItems, add, remove];
