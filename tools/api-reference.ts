/** Writes docs/reference/api.md from the OpenAPI document of the server: `tsx --conditions=rota-source tools/api-reference.ts --write`. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format, resolveConfig } from "prettier";
import { readOpenapi } from "./read-openapi.ts";

export const API_PAGE = fileURLToPath(new URL("../docs/reference/api.md", import.meta.url));
export const WRITE_COMMAND = "npx tsx --conditions=rota-source tools/api-reference.ts --write";

type Document = {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

type Described = {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly "x-rota-role": string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: { readonly properties?: object } } };
  };
  readonly responses: Readonly<Record<string, unknown>>;
};

/** Returns the whole page, in the repository's format. */
export async function apiReference(): Promise<string> {
  const document = await readOpenapi<Document>();
  const groups = document.tags.map(({ name }) => [`## ${capitalized(name)}`, "", HEAD, ...rowsOf(document, name)]);
  const page = [INTRODUCTION, ...groups.map((lines) => `${lines.join("\n")}\n`)].join("\n");
  return format(page, { ...(await resolveConfig(API_PAGE)), parser: "markdown" });
}

const INTRODUCTION = `# The paths of the API

\`\`\`sh
curl -H "authorization: Bearer $KEY" "http://127.0.0.1:7400/v1/tasks?state=FAILED&limit=10"
\`\`\`

[The HTTP API](../guides/http-api.md) says what all of them have in common. A running server describes every field at \`/docs\`, for people, and
at \`/openapi.json\`, for programs. A role includes those before it: viewer, operator, admin. Who is bound to a tenant sees and changes that one
only; others name it as \`tenant\` where it is listed, or in the header \`x-rota-tenant\`.

This page is written from the OpenAPI document by \`${WRITE_COMMAND}\`; \`npm run check\` fails when it is stale.
`;

const HEAD = `| path | what | role | query | body | answers |
|---|---|---|---|---|---|`;

function rowsOf({ paths }: Document, tag: string): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => row(`${method.toUpperCase()} ${path}`, operation)),
  );
}

function row(request: string, { summary, parameters, requestBody, responses, ...rest }: Described): string {
  const query = parameters.filter((each) => each.in === "query").map(({ name, required }) => mark(name, required));
  const fields = Object.keys(requestBody?.content["application/json"].schema.properties ?? {});
  const answers = Object.keys(responses).filter((status) => status !== "default");
  const cells = [code(request), summary, rest["x-rota-role"], query.join(", "), fields.map(code).join(", ")];
  return `| ${[...cells, answers.join(", ")].join(" | ")} |`;
}

function mark(name: string, isRequired: boolean): string {
  return isRequired ? `**${code(name)}**` : code(name);
}

function code(text: string): string {
  return `\`${text}\``;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const page = await apiReference();
  const isStale = page !== (await readFile(API_PAGE, "utf8").catch(() => ""));
  if (isStale && process.argv.includes("--write")) await writeFile(API_PAGE, page);
  console.log(isStale ? "the page about the API was stale" : "the page about the API is up to date");
}
