/** Routes of the QR codes of a version as images and on a label to print, for its tenant and for the public. */
import type { Operation, OperationRequest } from "@rota/engine/workload";
import { Given, Tenant } from "@rota/engine/operations";
import { Type } from "typebox";
import type { CodeKind } from "../core/node/qr-image.ts";
import { LABEL_QR_MM, LABEL_QR_MM_MIN, labelPage } from "../core/qr/label-page.ts";
import { openPublic } from "../store/public-passport.ts";
import { found, wrongState } from "../store/rows.ts";
import { type CodeRow, selectCode, selectLabel } from "../store/versions.sql.ts";
import { readVersion } from "../store/versions.ts";
import { defineRoute } from "./define-route.ts";
import { Bytes, VersionParams } from "./version-routes.ts";

type Image = {
  readonly name: string;
  readonly file: string;
  readonly summary: string;
  readonly kind: CodeKind;
  readonly type: "image/png" | "image/svg+xml";
  readonly bytes: (row: CodeRow) => Buffer;
};

const png = (row: CodeRow) => Buffer.from(row.png);
const svg = (row: CodeRow) => Buffer.from(row.svg);

const IMAGES: readonly Image[] = [
  { name: "qrPng", file: "qr.png", summary: "BPC-QR-1 as PNG", kind: "BPC-QR-1", type: "image/png", bytes: png },
  { name: "qrSvg", file: "qr.svg", summary: "BPC-QR-1 as SVG", kind: "BPC-QR-1", type: "image/svg+xml", bytes: svg },
  {
    name: "linkPng",
    file: "link.png",
    summary: "The web link as a QR code, PNG",
    kind: "LINK",
    type: "image/png",
    bytes: png,
  },
  {
    name: "linkSvg",
    file: "link.svg",
    summary: "The web link as a QR code, SVG",
    kind: "LINK",
    type: "image/svg+xml",
    bytes: svg,
  },
];

/** Lifetime of images in caches. Drawing them again may change them, after a change of the public address or of the library. */
const A_DAY = "max-age=86400";

type Named = Pick<OperationRequest, "engine" | "tenant" | "actor"> & { readonly passportVersionId: string };

/** Requires a version of the caller's tenant, also before it is in force. */
async function requireOwn({ engine, passportVersionId, tenant }: Named): Promise<void> {
  await readVersion(engine.database, passportVersionId, tenant);
}

/** Requires a version that the public may see. A code is printed on the battery and is not a secret. */
async function requirePublic({ engine, passportVersionId, actor }: Named): Promise<void> {
  await openPublic(engine.database, passportVersionId, actor);
}

const OWN = {
  prefix: "passports.versions",
  path: "/v1/passport-versions",
  role: "viewer",
  requireIt: requireOwn,
} as const;
const PUBLIC = {
  prefix: "passports.public",
  path: "/v1/public/passports",
  role: "anyone",
  requireIt: requirePublic,
} as const;

type Side = typeof OWN | typeof PUBLIC;

function image({ prefix, path, role, requireIt }: Side, { name, file, summary, kind, type, bytes }: Image): Operation {
  return defineRoute({
    name: `${prefix}.${name}`,
    method: "GET",
    path: `${path}/{passportVersionId}/${file}`,
    summary,
    role,
    params: VersionParams,
    query: Given({ tenant: Type.Optional(Tenant) }),
    answers: { 200: Bytes },
    contentType: type,
    async handle({ engine, params: { passportVersionId }, tenant, actor }) {
      await requireIt({ engine, passportVersionId, tenant, actor });
      const row = await readCode({ engine, passportVersionId, kind });
      const scope = role === "anyone" ? "public" : "private";
      return { status: 200, headers: { "cache-control": `${scope}, ${A_DAY}` }, body: bytes(row) };
    },
  });
}

async function readCode({
  engine,
  passportVersionId,
  kind,
}: Pick<Named, "engine" | "passportVersionId"> & { kind: CodeKind }) {
  const [row] = await engine.database.query(selectCode(passportVersionId, kind));
  if (row !== undefined) return row;
  const way =
    kind === "LINK"
      ? "set PASSPORTS_PUBLIC_URL for the workers and draw it again"
      : "it is drawn when the version is signed: wait";
  throw wrongState(`the version ${passportVersionId} has no such QR code: ${way}`, "SIGNED");
}

function label({ prefix, path, role, requireIt }: Side): Operation {
  return defineRoute({
    name: `${prefix}.label`,
    method: "GET",
    path: `${path}/{passportVersionId}/label`,
    summary: "A label to print",
    role,
    params: VersionParams,
    query: Given({
      tenant: Type.Optional(Tenant),
      qr_mm: Type.Optional(
        Type.Number({ minimum: LABEL_QR_MM_MIN, maximum: 200, default: LABEL_QR_MM, description: "Width of a code." }),
      ),
    }),
    answers: { 200: Type.Unsafe<string>({ type: "string" }) },
    contentType: "text/html; charset=utf-8",
    async handle({ engine, params: { passportVersionId }, query, tenant, actor }) {
      await requireIt({ engine, passportVersionId, tenant, actor });
      await readCode({ engine, passportVersionId, kind: "BPC-QR-1" });
      const named = { what: "passport version", id: passportVersionId };
      const row = await found(engine.database, selectLabel(passportVersionId), named);
      const shown = {
        passportVersionId,
        name: row.name,
        sku: row.sku,
        serialNumber: row.serial_number ?? undefined,
        qrSvg: row.qr_svg,
        linkSvg: row.link_svg ?? undefined,
      };
      return { status: 200, body: labelPage([shown], query.qr_mm === undefined ? {} : { qrMm: query.qr_mm }) };
    },
  });
}

export const codeOperations: readonly Operation[] = [
  ...IMAGES.map((each) => image(OWN, each)),
  label(OWN),
  ...IMAGES.map((each) => image(PUBLIC, each)),
  label(PUBLIC),
];
