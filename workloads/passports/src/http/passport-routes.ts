/** Routes of passports of products and of single batteries: create, list, get, list versions, compile. */
import { Given, Line, Nullable, Tenant, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { type PassportRow, selectPassports } from "../store/passports.sql.ts";
import { createPassport, readPassport } from "../store/passports.ts";
import { selectVersions, type VersionRow } from "../store/versions.sql.ts";
import { requestCompile } from "../tasks/compile-passport.ts";
import { submitIn } from "../tasks/passport-work.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { JobId, Page, PAGE_FIELDS, pageOf, readPageQuery, Uuid } from "./fields.ts";
import { versionView, VersionView } from "./version-routes.ts";

export const SerialNumber = Line(200, { examples: ["SN-0042"] });

export const Gtin = Type.String({
  pattern: "^([0-9]{8}|[0-9]{12,14})$",
  description: "With it, web links are GS1 Digital Links.",
  examples: ["9506000134352"],
});

const PassportParams = Given({ passportId: Uuid });

const PassportView = Type.Object({
  passport_id: Uuid,
  tenant: Type.String(),
  battery_product_id: Uuid,
  scope: Word(["product", "item"]),
  serial_number: Nullable(Type.String()),
  gtin: Nullable(Type.String()),
  current_version_id: Nullable(Uuid, { description: "The version that is ACTIVE." }),
  created_at: Time,
  created_by: Type.String(),
});

function passportView({ created_at, ...row }: PassportRow): Static<typeof PassportView> {
  const { passport_id, tenant, battery_product_id, scope, serial_number, gtin, current_version_id, created_by } = row;
  const named = { passport_id, tenant, battery_product_id, scope, serial_number, gtin, current_version_id, created_by };
  return { ...named, created_at: created_at.toISOString() };
}

const create = defineWrite({
  name: "passports.passports.create",
  method: "POST",
  path: "/v1/passports",
  summary: "Create the passport of a product or of one battery",
  description: "With a serial number it is of one battery. Asked for again, it is the one that there is.",
  role: "operator",
  body: Given({
    tenant: Type.Optional(Tenant),
    battery_product_id: Uuid,
    serial_number: Type.Optional(SerialNumber),
    gtin: Type.Optional(Gtin),
  }),
  answers: { 200: PassportView, 201: PassportView },
  handle({ commit, body, tenant, actor }) {
    const request = {
      tenant: tenantOf({ tenant }),
      batteryProductId: body.battery_product_id,
      serialNumber: body.serial_number,
      gtin: body.gtin,
      actor: actor.name,
    };
    return commit(async (tx) => {
      const { passport, isNew } = await createPassport(tx, request);
      return { status: isNew ? 201 : 200, body: passportView(passport) };
    });
  },
});

const list = defineRoute({
  name: "passports.passports.list",
  method: "GET",
  path: "/v1/passports",
  summary: "Passports, the newest first",
  role: "viewer",
  query: Given({
    ...PAGE_FIELDS,
    battery_product_id: Type.Optional(Uuid),
    serial_number: Type.Optional(SerialNumber),
  }),
  answers: { 200: Page(PassportView) },
  async handle({ engine, query, tenant }) {
    const page = readPageQuery(query);
    const filter = { batteryProductId: query.battery_product_id, serialNumber: query.serial_number };
    const rows = await engine.database.query(selectPassports({ tenant, ...page, ...filter }));
    const view = { view: passportView, idOf: ({ passport_id }: PassportRow) => passport_id };
    return { status: 200, body: pageOf(rows, { limit: page.limit, ...view }) };
  },
});

const show = defineRoute({
  name: "passports.passports.get",
  method: "GET",
  path: "/v1/passports/{passportId}",
  summary: "One passport",
  role: "viewer",
  params: PassportParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: PassportView },
  async handle({ engine, params, tenant }) {
    return { status: 200, body: passportView(await readPassport(engine.database, params.passportId, tenant)) };
  },
});

const versions = defineRoute({
  name: "passports.passports.versions",
  method: "GET",
  path: "/v1/passports/{passportId}/versions",
  summary: "The versions of a passport, the newest first",
  role: "viewer",
  params: PassportParams,
  query: Given(PAGE_FIELDS),
  answers: { 200: Page(VersionView) },
  async handle({ engine, params, query, tenant }) {
    const passport = await readPassport(engine.database, params.passportId, tenant);
    const paging = readPageQuery(query);
    const page = { passportId: params.passportId, tenant: passport.tenant, ...paging };
    const rows = await engine.database.query(selectVersions(page));
    const view = { view: versionView, idOf: ({ passport_version_id }: VersionRow) => passport_version_id };
    return { status: 200, body: pageOf(rows, { limit: paging.limit, ...view }) };
  },
});

const compile = defineWrite({
  name: "passports.passports.compile",
  method: "POST",
  path: "/v1/passports/{passportId}/compile",
  summary: "Compile a new version",
  description:
    "It is compiled and signed, and its QR code drawn, by the workers. Activate it then. The same request within one second is for the same version.",
  role: "operator",
  params: PassportParams,
  body: Given({
    tenant: Type.Optional(Tenant),
    snapshot_id: Uuid,
    rule_package_version_id: Uuid,
    priority: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3, default: 1, description: "0 goes first among the jobs of the tenant." }),
    ),
  }),
  answers: { 202: Type.Object({ passport_version_id: Uuid, job_id: JobId, status: Word(["ACCEPTED"]) }) },
  handle({ commit, engine, params, body, tenant: asking, actor }) {
    const { snapshot_id: snapshotId, rule_package_version_id: rulePackageVersionId, priority } = body;
    return commit(async (tx) => {
      const { tenant } = await readPassport(tx, params.passportId, asking);
      const request = { ...params, tenant, snapshotId, rulePackageVersionId, priority, actor: actor.name };
      const { passportVersionId, taskId } = await requestCompile(tx, request, submitIn(engine));
      const accepted = { passport_version_id: passportVersionId, job_id: String(taskId), status: "ACCEPTED" } as const;
      return { status: 202, body: accepted };
    });
  },
});

export const passportOperations = [create, list, show, versions, compile];
