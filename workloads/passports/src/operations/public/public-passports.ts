/** What the world sees of passports, by id, by a scanned code, by GTIN: fields by the tier of who asks, and what verifies them. */
import { RotaError } from "@rota/engine";
import { Type } from "typebox";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import type { CanonicalValue } from "../../canonical/json-value.ts";
import { openPublic, publicContent, readWhole, verifyData } from "../../life/access/public-passport.ts";
import { selectByGtin } from "../../life/passports/passports.sql.ts";
import { notFound } from "../../life/refusals.ts";
import { selectCode } from "../../life/versions/codes/qr-codes.sql.ts";
import { gtin14 } from "../../qr/passport-link.ts";
import { parseQrText } from "../../qr/qr-text.ts";
import { writePassportFile } from "../../verify/passport-file.ts";
import { defineRoute } from "../define-route.ts";
import { Given, Line } from "../fields.ts";
import { VersionParams } from "../versions/version-view.ts";
import { PublicView, VerifyView } from "./public-view.ts";

/** Integers of any size are written as they are, which JSON of JavaScript could not. */
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
    throw new RotaError("SIGNATURE_INVALID", message);
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
