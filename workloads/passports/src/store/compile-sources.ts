/** Reads the sources of one version or of a part of a batch, in the form that is sent to the computing process. */
import type { Queryable } from "@rota/engine";
import type { RuleStatus, SnapshotStatus } from "../core/passport/compile.ts";
import type { ArtefactLimits } from "../core/passport/limits.ts";
import type { BatteryProduct } from "../core/passport/payload.ts";
import { tenantIdOf } from "../core/passport/receipt.ts";
import {
  type BatchSourcesRow,
  type PartSealRow,
  type PartVersionRow,
  selectBatchSources,
  selectFactsByIds,
  selectPartSeals,
} from "./batches.sql.ts";
import { found } from "./rows.ts";
import { selectSnapshotFacts, selectSources, type SourceFactRow, type VersionRow } from "./versions.sql.ts";

export type StoredSources = {
  readonly snapshot: {
    readonly snapshotId: string;
    readonly status: SnapshotStatus;
    readonly snapshotCanonical: string;
    readonly snapshotHash: string;
    readonly facts: readonly SourceFact[];
  };
  readonly rules: {
    readonly rulePackageVersionId: string;
    readonly status: RuleStatus;
    readonly dslSource: string;
    readonly testsSource: string;
    readonly compilerMinBuild?: string | undefined;
  };
  readonly product: BatteryProduct;
};

export type SourceFact = {
  readonly factType: string;
  readonly factKey: string;
  readonly schemaVersion: number;
  readonly payloadCanonical: string;
};

/** Everything that the bytes of a version depend on. */
export type StoredInput = StoredSources & {
  readonly tenantId: string;
  readonly passportId: string;
  readonly passportVersionId: string;
  readonly issuedAt: string;
  readonly compilerBuildId: string;
  readonly signingKeyId: string;
  readonly limits: ArtefactLimits;
};

/** Inputs of many versions with the same rules. A fact that several of them share is listed once. */
export type StoredInputs = {
  readonly rules: StoredSources["rules"];
  readonly facts: readonly SourceFact[];
  readonly inputs: readonly (Omit<StoredInput, "rules" | "snapshot"> & {
    readonly snapshot: Omit<StoredInput["snapshot"], "facts"> & {
      /** Indexes in the list of facts. */
      readonly facts: readonly number[];
    };
  })[];
};

export async function readSources(on: Queryable, version: VersionRow): Promise<StoredSources> {
  const { passport_version_id: id } = version;
  const row = await found(on, selectSources(id), { what: "passport version", id });
  const facts = await on.query(selectSnapshotFacts(version.tenant, version.snapshot_id));
  return {
    snapshot: {
      snapshotId: version.snapshot_id,
      status: row.snapshot_status,
      snapshotCanonical: row.snapshot_canonical ?? "",
      snapshotHash: row.snapshot_hash ?? "",
      facts: facts.map(sourceFact),
    },
    rules: {
      rulePackageVersionId: version.rule_package_version_id,
      status: row.rule_status,
      dslSource: row.dsl_source,
      testsSource: row.tests_source,
      compilerMinBuild: row.compiler_min_build ?? undefined,
    },
    product: {
      batteryProductId: row.battery_product_id,
      sku: row.sku,
      name: row.name,
      ...(row.serial_number === null ? {} : { serialNumber: row.serial_number }),
    },
  };
}

function sourceFact({ fact_type, fact_key, schema_version, payload_canonical }: SourceFactRow): SourceFact {
  return {
    factType: fact_type,
    factKey: fact_key,
    schemaVersion: schema_version,
    payloadCanonical: payload_canonical,
  };
}

export function inputOf(version: VersionRow, sources: StoredSources, limits: ArtefactLimits): StoredInput {
  return { ...sources, ...fixedAtRequest(version), limits };
}

/** Returns the values that were fixed when the version was requested. */
function fixedAtRequest(version: VersionRow) {
  return {
    tenantId: tenantIdOf(version.tenant),
    passportId: version.passport_id,
    passportVersionId: version.passport_version_id,
    issuedAt: version.issued_at,
    compilerBuildId: version.compiler_build_id,
    signingKeyId: version.signing_key_id,
  };
}

type PartToCompile = {
  readonly batchId: string;
  readonly tenant: string;
  readonly versions: readonly PartVersionRow[];
  readonly limits: ArtefactLimits;
};

/** Reads the inputs of a part, in the order of its versions. */
export async function readPartSources(on: Queryable, part: PartToCompile): Promise<StoredInputs> {
  const { batchId, tenant, versions, limits } = part;
  const shared = await found(on, selectBatchSources(batchId), { what: "batch", id: batchId });
  const seals = await on.query(selectPartSeals(tenant, versions.map(snapshotOf)));
  const factIds = [...new Set(seals.flatMap(factIdsOf))];
  const facts = await on.query(selectFactsByIds(tenant, factIds));
  const places = new Map(facts.map(({ fact_id }, index) => [fact_id, index]));
  const sealOf = new Map(seals.map((seal) => [seal.snapshot_id, seal]));
  return {
    rules: rulesOf(shared),
    facts: facts.map(sourceFact),
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

/** Returns the indexes of a snapshot's facts in the order in which they were sealed, so that checking the seal is fast. */
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
