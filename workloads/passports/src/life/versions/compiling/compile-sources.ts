/** Reads what a version is compiled from, in the form in which it goes to the process that compiles. */
import type { Queryable } from "@rota/engine";
import type { RuleStatus, SnapshotStatus } from "../../../compile/compile.ts";
import type { ArtefactLimits } from "../../../compile/limits.ts";
import type { BatteryProduct } from "../../../compile/payload.ts";
import { found } from "../../found.ts";
import { tenantIdOf } from "../../tenant-id.ts";
import { selectSnapshotFacts, selectSources, type FactRow } from "./compile-sources.sql.ts";
import type { VersionRow } from "../versions.sql.ts";

export type StoredSources = {
  readonly snapshot: {
    readonly snapshotId: string;
    readonly status: SnapshotStatus;
    readonly snapshotCanonical: string;
    readonly snapshotHash: string;
    readonly facts: readonly StoredFact[];
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

export type StoredFact = {
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

/** Of many versions with the same rules. Facts that several of them share are there once. */
export type StoredInputs = {
  readonly rules: StoredSources["rules"];
  readonly facts: readonly StoredFact[];
  readonly inputs: readonly (Omit<StoredInput, "rules" | "snapshot"> & {
    readonly snapshot: Omit<StoredInput["snapshot"], "facts"> & {
      /** By their places in the list of facts. */
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
      facts: facts.map(storedFact),
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

export function storedFact({ fact_type, fact_key, schema_version, payload_canonical }: FactRow): StoredFact {
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

/** What was decided when the version was asked for. */
export function fixedAtRequest(version: VersionRow) {
  return {
    tenantId: tenantIdOf(version.tenant),
    passportId: version.passport_id,
    passportVersionId: version.passport_version_id,
    issuedAt: version.issued_at,
    compilerBuildId: version.compiler_build_id,
    signingKeyId: version.signing_key_id,
  };
}
