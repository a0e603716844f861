/** Packages of rules and their versions as the API takes and tells them. */
import { Type, type Static } from "typebox";
import type { PackageRow, RuleVersionRow } from "../../life/rules/rules.sql.ts";
import type { TestRunRow } from "../../life/rules/test-runs.sql.ts";
import { Given, Hash, Line, Nullable, Time, Uuid, Whole, Word } from "../fields.ts";

export const PackageView = Type.Object({
  rule_package_id: Uuid,
  tenant: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Time,
});

export function packageView(row: PackageRow): Static<typeof PackageView> {
  const { rule_package_id, tenant, name, description, created_by } = row;
  return { rule_package_id, tenant, name, description, created_by, created_at: row.created_at.toISOString() };
}

/** Of the rules, and of their tests: they are checked while somebody waits. */
const SOURCE_LENGTH_MAX = 262_144;
const Source = (description: string) => Type.String({ maxLength: SOURCE_LENGTH_MAX, description });

export const SOURCES = {
  dsl_source: Source("The rules, in BPC-RULES-1."),
  tests_source: Type.Optional(Source("Their examples and properties. Default: none.")),
};

export const NewRules = Given({
  ...SOURCES,
  compiler_min_build: Type.Optional(
    Line(100, {
      description: "The first build of the compiler that knows them, in the form of the build that stands in receipts.",
      examples: ["rota-0.1.0"],
    }),
  ),
});

export const RuleVersionView = Type.Object({
  rule_package_version_id: Uuid,
  rule_package_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  status: Word(["DRAFT", "VALIDATED", "PUBLISHED", "DEPRECATED", "RETIRED"]),
  compiler_min_build: Nullable(Type.String()),
  dsl_sha256: Hash,
  tests_sha256: Hash,
  created_by: Type.String(),
  created_at: Time,
  published_by: Nullable(Type.String()),
  published_at: Nullable(Time),
});

export function ruleVersionView(row: RuleVersionRow): Static<typeof RuleVersionView> {
  const { rule_package_version_id, rule_package_id, version, status, compiler_min_build, dsl_sha256, tests_sha256 } =
    row;
  const { created_by, created_at, published_by, published_at } = row;
  const rules = { rule_package_version_id, rule_package_id, version, status, compiler_min_build };
  const made = { dsl_sha256, tests_sha256, created_by, created_at: created_at.toISOString() };
  return { ...rules, ...made, published_by, published_at: published_at?.toISOString() ?? null };
}

export const FieldView = Type.Object({
  field_path: Type.String(),
  field_type: Type.String(),
  is_required: Type.Boolean(),
});

export const TestRunView = Type.Object({
  run_id: Uuid,
  seed: Nullable(Type.String()),
  status: Word(["PASSED", "FAILED"]),
  cases: Whole,
  failed: Whole,
  failure: Nullable(Type.String(), { description: "The first: which test, and why." }),
  created_at: Time,
});

export function testRunView(row: TestRunRow): Static<typeof TestRunView> {
  const { run_id, seed, status, cases, failed, failure, created_at } = row;
  const drawn = seed === null ? null : String(seed);
  return { run_id, seed: drawn, status, cases, failed, failure, created_at: created_at.toISOString() };
}
