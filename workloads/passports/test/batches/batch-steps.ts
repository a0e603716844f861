/** Steps of a batch by the HTTP API, for tests. */
import { Type } from "typebox";
import { vi } from "vitest";
import { expectBody } from "../life/answers.ts";
import { base64, WAIT } from "../life/steps.ts";
import type { World } from "../life/world.ts";
import { Version, type Ground } from "../versions/version-steps.ts";

/** A battery and the content of its document. */
type Battery = { readonly serialNumber: string; readonly text: string };

export const battery = (serialNumber: string, capacity: unknown = 75.5): Battery => ({
  serialNumber,
  text: JSON.stringify({ sku: "S1", capacity_kwh: capacity, components: [{ id: 1, weight_kg: 1.25 }] }),
});

export function askForBatch(
  world: World,
  { productId, rulesId }: Ground,
  batteries: readonly Battery[],
  more: object = {},
) {
  const body = {
    battery_product_id: productId,
    rule_package_version_id: rulesId,
    batteries: batteries.map(({ serialNumber, text }) => ({
      serial_number: serialNumber,
      kind: "BOM",
      mime_type: "application/json",
      content: base64(text),
    })),
    ...more,
  };
  return world.ask("POST", "/v1/passport-batches", { key: world.keys.operator, body });
}

const Started = Type.Object({
  batch_id: Type.String(),
  job_ids: Type.Array(Type.String()),
  items: Type.Array(
    Type.Object({ serial_number: Type.String(), passport_id: Type.String(), passport_version_id: Type.String() }),
  ),
});

export async function startBatch(world: World, ground: Ground, batteries: readonly Battery[]) {
  const {
    batch_id: batchId,
    job_ids: jobIds,
    items,
  } = await expectBody(202, Started, askForBatch(world, ground, batteries));
  return { batchId, jobIds, items };
}

const Counts = Type.Object({
  total: Type.Integer(),
  compiling: Type.Integer(),
  signed: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
});

export const readBatch = (world: World, batchId: string) =>
  expectBody(200, Counts, world.ask("GET", `/v1/passport-batches/${batchId}`));

/** Returns true if no version of the batch is in progress. */
export async function isOver(world: World, batchId: string): Promise<boolean> {
  const { compiling, signed } = await readBatch(world, batchId);
  return compiling + signed === 0;
}

export async function untilOver(world: World, batchId: string) {
  await vi.waitUntil(() => isOver(world, batchId), WAIT);
  return readBatch(world, batchId);
}

const Items = Type.Object({
  items: Type.Array(
    Type.Object({
      position: Type.Integer(),
      serial_number: Type.String(),
      document_version_id: Type.String(),
      version: Type.Intersect([Version, Type.Object({ snapshot_id: Type.String() })]),
    }),
  ),
});

export const itemsOf = async (world: World, batchId: string, query = "") =>
  (await expectBody(200, Items, world.ask("GET", `/v1/passport-batches/${batchId}/items${query}`))).items;
