/** Reads what the versions of a part of a batch are compiled from; facts that several of them share are read once. */
import type { Queryable } from "@rota/engine";
import type { ArtefactLimits } from "../../compile/limits.ts";
import { found } from "../found.ts";
import { fixedAtRequest, storedFact, type StoredInputs } from "../versions/compiling/compile-sources.ts";
import * as statements from "./part-versions.sql.ts";
import type { BatchSourcesRow, PartSealRow, PartVersionRow } from "./part-versions.sql.ts";

export type PartToCompile = {
  readonly batchId: string;
  readonly tenant: string;
  readonly versions: readonly PartVersionRow[];
  readonly limits: ArtefactLimits;
};

/** The inputs are in the order of the versions. */
export async function readPartSources(on: Queryable, part: PartToCompile): Promise<StoredInputs> {
  const { batchId, tenant, versions, limits } = part;
  const shared = await found(on, statements.selectBatchSources(batchId), { what: "batch", id: batchId });
  const seals = await on.query(statements.selectPartSeals(tenant, versions.map(snapshotOf)));
  const factIds = [...new Set(seals.flatMap(factIdsOf))];
  const facts = await on.query(statements.selectFactsByIds(tenant, factIds));
  const places = new Map(facts.map(({ fact_id }, index) => [fact_id, index]));
  const sealOf = new Map(seals.map((seal) => [seal.snapshot_id, seal]));
  return {
    rules: rulesOf(shared),
    facts: facts.map(storedFact),
    inputs: versions.map((version) => {
      const seal = sealOf.get(version.snapshot_id);
      if (seal === undefined) throw new Error("a sealed snapshot was asked for and no row came back");
      return {
        ...fixedAtRequest(version),
        limits,
        product: productOf(shared, version),
        snapshot: { ...storedSeal(seal), facts: placesOf(seal, places) },
      };
    }),
  };
}

function snapshotOf({ snapshot_id }: PartVersionRow): string {
  return snapshot_id;
}

function factIdsOf({ fact_ids }: PartSealRow): string[] {
  return fact_ids === "" ? [] : fact_ids.split(",");
}

/** In the order in which they were sealed, which is then quickly made sure of. */
function placesOf(seal: PartSealRow, places: ReadonlyMap<string, number>): number[] {
  return factIdsOf(seal)
    .flatMap((id) => places.get(id) ?? [])
    .sort((a, b) => a - b);
}

function storedSeal({ snapshot_id, status, snapshot_canonical, snapshot_hash }: PartSealRow) {
  return {
    snapshotId: snapshot_id,
    status,
    snapshotCanonical: snapshot_canonical,
    snapshotHash: snapshot_hash,
  };
}

function rulesOf(row: BatchSourcesRow) {
  return {
    rulePackageVersionId: row.rule_package_version_id,
    status: row.rule_status,
    compilerMinBuild: row.compiler_min_build ?? undefined,
    dslSource: row.dsl_source,
    testsSource: row.tests_source,
  };
}

function productOf({ battery_product_id, sku, name }: BatchSourcesRow, { serial_number }: PartVersionRow) {
  const product = { batteryProductId: battery_product_id, sku, name };
  return serial_number === null ? product : { ...product, serialNumber: serial_number };
}
