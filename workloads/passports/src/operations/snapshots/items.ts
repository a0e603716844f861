/** Which facts a snapshot holds: list, add, remove. */
import { Type } from "typebox";
import { found } from "../../life/found.ts";
import { addItems, removeItem, SNAPSHOT_ITEMS_MAX } from "../../life/snapshots/change-items.ts";
import { selectItems, selectSnapshot } from "../../life/snapshots/snapshots.sql.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Line, Uuid } from "../fields.ts";
import { ChangedItems, ItemView, NewItems, SnapshotParams, SnapshotView, snapshotView } from "./snapshot-schemas.ts";

const ITEMS_TOLD = 200;

const list = defineRoute({
  name: "passports.snapshots.items.list",
  method: "GET",
  path: "/v1/snapshots/{snapshotId}/items",
  summary: "The facts of a snapshot, in the order in which they are hashed",
  role: "operator",
  params: SnapshotParams,
  query: Given({
    after_type: Type.Optional(Line(256, { description: "With after_key: the last fact of the page before." })),
    after_key: Type.Optional(Line(256)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SNAPSHOT_ITEMS_MAX, default: ITEMS_TOLD })),
  }),
  answers: { 200: Type.Object({ items: Type.Array(ItemView) }) },
  async handle({ engine: { database }, params: { snapshotId: id }, query, tenant: asking }) {
    const { tenant } = await found(database, selectSnapshot(id, asking), { what: "snapshot", id });
    const { after_type: factType, after_key: factKey = "", limit = ITEMS_TOLD } = query;
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
    const wish = { factIds: fact_id === undefined ? fact_ids : [fact_id, ...fact_ids], documentVersionIds };
    return commit(async (tx) => {
      const added = await addItems(tx, { snapshotId: id, tenant, actor: actor.name }, wish);
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

export const itemOperations = [list, add, remove];
