/** Renders an OpenAPI document as a plain HTML page without scripts or external resources. Pure. */
import type { OpenapiDocument, OpenapiOperation, Parameter } from "./openapi.ts";

type Listed = { readonly method: string; readonly path: string; readonly operation: OpenapiOperation };

export function docsPage(document: OpenapiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    listed: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rota API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<header>
<h1>Rota API</h1>
<p>${escape(String(document.info["description"]))}</p>
<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI ${escape(document.openapi)}), version ${escape(String(document.info["version"]))}.</p>
<nav aria-label="Groups">${groups.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(" ")}</nav>
</header>
<main>
${groups.map(({ name, listed }) => `<section id="${escape(name)}"><h2>${escape(name)}</h2>${listed.map(article).join("")}</section>`).join("\n")}
</main>
</body>
</html>
`;
}

function article({ method, path, operation }: Listed): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const role = operation["x-rota-role"];
  return `<details id="${escape(operationId)}">
<summary><b>${method}</b> <code>${escape(path)}</code> <span>${escape(summary)}</span></summary>
${description === undefined ? "" : `<p>${escape(description)}</p>`}
<p>Needs: ${role === "anyone" ? "nothing" : `the role <code>${escape(role)}</code>`}. Operation <code>${escape(operationId)}</code>.</p>
${parameters.length === 0 ? "" : parameterTable(parameters)}
${
  requestBody === undefined
    ? ""
    : `<h3>Body</h3>${Object.values(requestBody.content)
        .map(({ schema }) => code(schema))
        .join("")}`
}
${Object.entries(responses)
  .filter(([status]) => status !== "default")
  .map(
    ([status, { description: meaning, content = {} }]) =>
      `<h3>${status}</h3><p>${escape(meaning)}</p>${Object.values(content)
        .map(({ schema }) => code(schema))
        .join("")}`,
  )
  .join("")}
</details>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description = "", schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td>${escape(description)}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<div class="scroll"><table><thead><tr><th>parameter</th><th>where</th><th>meaning</th><th>schema</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function code(schema: unknown): string {
  return `<pre tabindex="0"><code>${escape(JSON.stringify(schema, undefined, 2))}</code></pre>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export const DOCS_STYLE = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
nav a { display: inline-block; margin-right: 0.75rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; }
summary span { display: block; margin-left: 5.5rem; opacity: 0.8; }
pre, .scroll { overflow: auto; }
pre { background: color-mix(in srgb, currentColor 6%, transparent); max-height: 24rem; padding: 0.75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
h3 { font-size: 1rem; margin: 1rem 0 0.25rem; }
`;
