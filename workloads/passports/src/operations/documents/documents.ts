/** Documents: create, list, get; the facts that they say. */
import { Type } from "typebox";
import { DOCUMENT_KINDS } from "../../documents/parse-document.ts";
import { createDocument } from "../../life/documents/create-document.ts";
import { selectDocument, selectDocuments, selectVersionsOf } from "../../life/documents/documents.sql.ts";
import { selectFacts } from "../../life/facts/facts.sql.ts";
import { found } from "../../life/found.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Line, Uuid, Word } from "../fields.ts";
import { Page, PAGE_FIELDS, pageOf, readPageWish } from "../pages.ts";
import { tenantOf } from "../tenant-of.ts";
import {
  DocumentView,
  documentView,
  FactView,
  factView,
  NewDocument,
  VersionView,
  versionView,
} from "./document-schemas.ts";

const VERSIONS_TOLD_MAX = 100;

const create = defineWrite({
  name: "passports.documents.create",
  method: "POST",
  path: "/v1/documents",
  summary: "Create a document",
  description: "It has no bytes yet: add a version.",
  role: "docs:upload",
  body: NewDocument,
  answers: { 201: DocumentView },
  handle({ commit, body: { kind, external_ref: externalRef }, actor, tenant }) {
    const wish = { tenant: tenantOf({ tenant }), kind, externalRef, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: documentView(await createDocument(tx, wish)) }));
  },
});

const list = defineRoute({
  name: "passports.documents.list",
  method: "GET",
  path: "/v1/documents",
  summary: "Documents, the newest first",
  role: "operator",
  query: Given({ ...PAGE_FIELDS, kind: Type.Optional(Word(DOCUMENT_KINDS)) }),
  answers: { 200: Page(DocumentView) },
  async handle({ engine, query, tenant }) {
    const wish = readPageWish(query);
    const rows = await engine.database.query(selectDocuments({ ...wish, tenant, kind: query.kind }));
    return { status: 200, body: pageOf(rows, { ...wish, idOf: (row) => row.document_id, view: documentView }) };
  },
});

const get = defineRoute({
  name: "passports.documents.get",
  method: "GET",
  path: "/v1/documents/{documentId}",
  summary: "A document and its versions",
  role: "operator",
  params: Given({ documentId: Uuid }),
  answers: { 200: Type.Object({ document: DocumentView, versions: Type.Array(VersionView) }) },
  async handle({ engine, params: { documentId }, tenant }) {
    const named = { what: "document", id: documentId };
    const document = await found(engine.database, selectDocument(documentId, tenant), named);
    const page = { tenant: document.tenant, documentId, limit: VERSIONS_TOLD_MAX };
    const versions = await engine.database.query(selectVersionsOf(page));
    return { status: 200, body: { document: documentView(document), versions: versions.map(versionView) } };
  },
});

const facts = defineRoute({
  name: "passports.facts.list",
  method: "GET",
  path: "/v1/facts",
  summary: "Facts, the newest first",
  role: "operator",
  query: Given({
    ...PAGE_FIELDS,
    fact_type: Type.Optional(Line(256)),
    fact_key_prefix: Type.Optional(Line(256)),
    document_version_id: Type.Optional(Uuid),
  }),
  answers: { 200: Page(FactView) },
  async handle({ engine, query, tenant }) {
    const wish = readPageWish(query);
    const { fact_type: factType, fact_key_prefix: keyPrefix, document_version_id: documentVersionId } = query;
    const page = { ...wish, tenant, factType, keyPrefix, documentVersionId };
    const rows = await engine.database.query(selectFacts(page));
    return { status: 200, body: pageOf(rows, { ...wish, idOf: (row) => row.fact_id, view: factView }) };
  },
});

export const documentOperations = [create, list, get, facts];
