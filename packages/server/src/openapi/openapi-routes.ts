/** Hands out the OpenAPI document and a page about it that people can read without a network. */
import { defineOperation, type Operation } from "@rota/engine";
import { docsPage, DOCS_STYLE } from "./docs-page.ts";
import { openapiDocument } from "./openapi-document.ts";

const PATHS = { document: "/openapi.json", page: "/docs", style: "/docs.css" };

/** The operations that describe all others; they are not described themselves. */
export function openapiRoutes(operations: readonly Operation[]): Operation[] {
  const document = openapiDocument(operations);
  const json = JSON.stringify(document);
  const page = docsPage(document);
  return [
    handOut({
      name: "openapi.document",
      path: PATHS.document,
      contentType: "application/json; charset=utf-8",
      text: json,
    }),
    handOut({ name: "openapi.page", path: PATHS.page, contentType: "text/html; charset=utf-8", text: page }),
    handOut({ name: "openapi.style", path: PATHS.style, contentType: "text/css; charset=utf-8", text: DOCS_STYLE }),
  ];
}

type Page = { readonly name: string; readonly path: string; readonly contentType: string; readonly text: string };

function handOut({ name, path, contentType, text }: Page): Operation {
  const headers = { "cache-control": "no-cache" };
  return defineOperation({
    name,
    method: "GET",
    path,
    summary: "About the API",
    tag: "api",
    role: "anyone",
    answers: { 200: { type: "string" } },
    contentType,
    handle: async () => ({ status: 200, body: text, headers }),
  });
}
