/** Route of the events of a document, a snapshot, rules or a passport, as a chain of hashes that every caller can check. */
import { Given, Nullable, Tenant, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { tenantIdOf } from "../core/passport/receipt.ts";
import type { EventRow } from "../store/events.sql.ts";
import { AGGREGATE_TYPES, readEvents } from "../store/events.ts";
import { defineRoute, tenantOf } from "./define-route.ts";
import { Hash, Uuid } from "./fields.ts";

export const EventView = Type.Object({
  event_id: Uuid,
  tenant_id: Type.String({ description: "As it stands in the hash." }),
  aggregate_type: Type.String(),
  aggregate_id: Uuid,
  aggregate_version: Type.Integer({ minimum: 1 }),
  event_type: Type.String(),
  occurred_at: Type.String({ examples: ["2026-01-02T03:04:05.000001Z"] }),
  actor_id: Nullable(Type.String(), { description: "Null: the system itself." }),
  payload_canonical: Type.String(),
  payload_hash: Hash,
  prev_event_hash: Nullable(Hash),
  event_hash: Hash,
});

const list = defineRoute({
  name: "passports.events.list",
  method: "GET",
  path: "/v1/passport-events",
  summary: "What happened to one thing, from its beginning (BPC-EVENT-1)",
  role: "viewer",
  query: Given({ tenant: Type.Optional(Tenant), aggregate_type: Word(AGGREGATE_TYPES), aggregate_id: Uuid }),
  answers: {
    200: Type.Object({
      items: Type.Array(EventView),
      is_unchanged: Type.Boolean({ description: "Whether all hashes and links were found to be right." }),
      difference: Nullable(Type.Object({ aggregate_version: Type.Integer(), why: Type.String() })),
    }),
  },
  async handle({ engine, query, tenant }) {
    const { aggregate_type: type, aggregate_id: id } = query;
    const { events, difference } = await readEvents(engine.database, { tenant: tenantOf({ tenant }), type, id });
    const firstDifference = difference && { aggregate_version: difference.aggregateVersion, why: difference.why };
    return {
      status: 200,
      body: {
        items: events.map(eventView),
        is_unchanged: difference === undefined,
        difference: firstDifference ?? null,
      },
    };
  },
});

export function eventView(row: EventRow): Static<typeof EventView> {
  return {
    event_id: row.event_id,
    tenant_id: tenantIdOf(row.tenant),
    aggregate_type: row.aggregate_type,
    aggregate_id: row.aggregate_id,
    aggregate_version: row.aggregate_version,
    event_type: row.event_type,
    occurred_at: row.occurred_at,
    actor_id: row.actor,
    payload_canonical: row.payload_canonical,
    payload_hash: row.payload_hash,
    prev_event_hash: row.prev_event_hash,
    event_hash: row.event_hash,
  };
}

export const eventOperations = [list];
