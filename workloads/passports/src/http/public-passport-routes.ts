/** Routes of passports for the public, by id, by a scanned code and by GTIN, and of the tiers that fields require. */
import { Given, Line, Nullable, Tenant, Time, Word } from "@rota/engine/operations";
import { type TProperties, Type } from "typebox";
import { canonicalJson, type CanonicalValue } from "../core/canonical/canonical-json.ts";
import { writePassportFile } from "../core/passport/passport-file.ts";
import { gtin14 } from "../core/qr/passport-link.ts";
import { parseQrText } from "../core/qr/qr-text.ts";
import { PassportError } from "../errors.ts";
import { selectByGtin } from "../store/passports.sql.ts";
import {
  type FieldAccess,
  openPublic,
  publicContent,
  readAccess,
  readWhole,
  setAccess,
  verifyData,
} from "../store/public-passport.ts";
import { found, notFound } from "../store/rows.ts";
import { selectRules } from "../store/rules.sql.ts";
import { maySee, TIERS } from "../store/tiers.ts";
import { selectCode } from "../store/versions.sql.ts";
import { defineRoute, defineWrite } from "./define-route.ts";
import { Hash, Uuid } from "./fields.ts";
import { VersionParams } from "./version-routes.ts";

const STANDING = {
  passport_version_id: Uuid,
  passport_id: Uuid,
  status: Word(["SIGNED", "ACTIVE", "SUPERSEDED", "REVOKED"]),
  issued_at: Type.String({ examples: ["2026-01-02T03:04:05Z"] }),
  revoked_at: Nullable(Time),
  revocation_reason: Nullable(Type.String()),
  payload_hash: Hash,
  proof_root_hash: Hash,
  receipt_hash: Hash,
  signing_key_id: Type.String(),
  tier: Word(TIERS, { description: "Of who asks." }),
};

const Open = { type: "object", additionalProperties: true } as const;

const Node = Type.Object({
  id: Type.Integer(),
  data: Type.Unsafe<object>(Open),
  children_hashes: Type.Array(Hash),
});

const PublicView = asText({
  ...STANDING,
  current_version_id: Nullable(Uuid, { description: "The version of this passport that counts now." }),
  battery_product: Nullable(Type.Unsafe<object>(Open)),
  fields: Nullable(Type.Unsafe<object>(Open), { description: "Those that you may see; null: it is not in force yet." }),
  hidden_fields: Nullable(Type.Integer()),
  compliance: Nullable(Type.Array(Type.Unsafe<object>(Open))),
});

const VerifyView = asText({
  ...STANDING,
  receipt: Type.String({ description: "BPC-RECEIPT-1 with its signature, byte for byte." }),
  key: Type.Object({
    key_id: Type.String(),
    public_key: Type.String(),
    status: Word(["ACTIVE", "RETIRED", "COMPROMISED"]),
    not_before: Nullable(Type.String()),
    not_after: Nullable(Type.String()),
  }),
  disclosure: Nullable(Type.Object({ root: Node, fields: Type.Unsafe<object>(Open) })),
});

/** Describes a response that the operation itself writes as text. */
function asText(properties: TProperties) {
  return Type.Unsafe<string>(Type.Object(properties));
}

/** Content type of responses with integers of any size, which JavaScript's own JSON cannot write. */
const JSON_TYPE = "application/json; charset=utf-8";

const show = defineRoute({
  name: "passports.public.get",
  method: "GET",
  path: "/v1/public/passports/{passportVersionId}",
  summary: "What you may see of a passport",
  description:
    "Without a key the public tier. A key with the role passport:interested or passport:authority opens that tier, one with viewer everything of its tenant.",
  role: "anyone",
  params: VersionParams,
  answers: { 200: PublicView },
  contentType: JSON_TYPE,
  async handle({ engine, params, actor }) {
    const opened = await openPublic(engine.database, params.passportVersionId, actor);
    return { status: 200, body: written(await publicContent(engine.database, opened)) };
  },
});

const byScan = defineRoute({
  name: "passports.public.scan",
  method: "GET",
  path: "/v1/public/scan",
  summary: "The passport of a scanned BPC-QR-1",
  description:
    "Refused when the hashes of the code are not those of the passport: the label is then of another one, or forged.",
  role: "anyone",
  query: Given({ text: Type.String({ minLength: 1, maxLength: 300, description: "What was scanned." }) }),
  answers: { 200: PublicView },
  contentType: JSON_TYPE,
  async handle({ engine, query, actor }) {
    const code = parseQrText(query.text);
    const opened = await openPublic(engine.database, code.passportVersionId, actor);
    const { payload_hash, proof_root_hash, receipt_hash } = opened.version;
    const isSame =
      payload_hash === code.payloadHash && proof_root_hash === code.proofRootHash && receipt_hash === code.receiptHash;
    if (isSame) return { status: 200, body: written(await publicContent(engine.database, opened)) };
    const message = `the hashes of the code are not those of the passport ${code.passportVersionId}: do not trust the label`;
    throw new PassportError("SIGNATURE_INVALID", message);
  },
});

const byGtin = defineRoute({
  name: "passports.public.gtin",
  method: "GET",
  path: "/v1/public/gtin/{gtin}",
  summary: "The passport of a GTIN, as GS1 Digital Links name it",
  role: "anyone",
  params: Given({ gtin: Type.String({ pattern: "^([0-9]{8}|[0-9]{12,14})$" }) }),
  query: Given({ serial_number: Type.Optional(Line(200)) }),
  answers: { 200: PublicView },
  contentType: JSON_TYPE,
  async handle({ engine, params, query, actor }) {
    const [passport, other] = await engine.database.query(selectByGtin(gtin14(params.gtin), query.serial_number));
    if (passport === undefined || passport.current_version_id === null || other !== undefined)
      throw notFound("passport that is the only one in force for GTIN", params.gtin);
    const opened = await openPublic(engine.database, passport.current_version_id, actor);
    return { status: 200, body: written(await publicContent(engine.database, opened)) };
  },
});

const verify = defineRoute({
  name: "passports.public.verify",
  method: "GET",
  path: "/v1/verify/{passportVersionId}",
  summary: "Status, hashes and what proves the fields that you may see",
  description:
    "The signed receipt, and of the proof the root with the definitions of those fields: their hashes lead to the root that was signed. Have the key from somebody you trust.",
  role: "anyone",
  params: VersionParams,
  answers: { 200: VerifyView },
  contentType: JSON_TYPE,
  async handle({ engine, params, actor }) {
    const opened = await openPublic(engine.database, params.passportVersionId, actor);
    return { status: 200, body: written(await verifyData(engine.database, opened)) };
  },
});

const file = defineRoute({
  name: "passports.public.file",
  method: "GET",
  path: "/v1/public/passports/{passportVersionId}/file",
  summary: "The whole passport as a file that verifies offline (BPC-FILE-1)",
  description: "For those who may see every field of it. Verify it with `rota passports verify`.",
  role: "anyone",
  params: VersionParams,
  answers: { 200: Type.Unsafe<string>({ type: "object", additionalProperties: true }) },
  contentType: JSON_TYPE,
  async handle({ engine, params, actor }) {
    const opened = await openPublic(engine.database, params.passportVersionId, actor);
    const whole = await readWhole(engine.database, opened);
    const [code] = await engine.database.query(selectCode(params.passportVersionId, "BPC-QR-1"));
    const body = writePassportFile({ ...whole, ...(code === undefined ? {} : { qrText: code.content }) });
    const headers = { "content-disposition": `attachment; filename="passport-${params.passportVersionId}.json"` };
    return { status: 200, headers, body };
  },
});

function written(content: Record<string, CanonicalValue>): string {
  return canonicalJson(content);
}

export const publicOperations = [show, byScan, byGtin, verify, file];

const RuleParams = Given({ rulePackageVersionId: Uuid });
const Tiers = Type.Record(Type.String(), Word(TIERS));

const AccessView = Type.Object({
  tiers: Tiers,
  fields: Type.Array(Type.Object({ path: Type.String(), tier: Word(TIERS) }), {
    description: "Every field that the rules declare, and from which tier on it is shown.",
  }),
});

function accessView({ tiers, paths }: FieldAccess) {
  const tierOf = (path: string) => TIERS.find((tier) => maySee(tiers, tier)(path)) ?? "authority";
  return { tiers: Object.fromEntries(tiers), fields: paths.map((path) => ({ path, tier: tierOf(path) })) };
}

const showAccess = defineRoute({
  name: "passports.access.get",
  method: "GET",
  path: "/v1/rule-package-versions/{rulePackageVersionId}/access",
  summary: "Who may see which field",
  role: "viewer",
  params: RuleParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: AccessView },
  async handle({ engine, params: { rulePackageVersionId: id }, tenant }) {
    const { database } = engine;
    const rules = await found(database, selectRules(id, tenant), { what: "rule package version", id });
    return { status: 200, body: accessView(await readAccess(database, rules.tenant, id)) };
  },
});

const set = defineWrite({
  name: "passports.access.set",
  method: "PUT",
  path: "/v1/rule-package-versions/{rulePackageVersionId}/access",
  summary: "Say who may see which field",
  description:
    "By the paths of fields: public, interested or authority. `*` stands for all fields that are not named, `compliance` for that list. What is not said is for authorities only.",
  role: "admin",
  params: RuleParams,
  body: Given(
    {
      tenant: Type.Optional(Tenant),
      tiers: Type.Record(Type.String({ maxLength: 1_000 }), Word(TIERS), { maxProperties: 10_000 }),
    },
    { examples: [{ tiers: { "*": "public", "battery.state_of_health": "interested" } }] },
  ),
  answers: { 200: AccessView },
  handle({ commit, params, body, tenant, actor }) {
    const change = { ...params, tenant, tiers: body.tiers, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: accessView(await setAccess(tx, change)) }));
  },
});

export const accessOperations = [showAccess, set];
