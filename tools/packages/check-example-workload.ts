/** Uses the example workload as a user does: packed, installed into an empty project, tested there, migrated and served. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";
import { chromiumPath } from "../services/chromium.ts";
import { installStrictly } from "./install-strictly.ts";
import { packFolder, type PackedPackage } from "./pack.ts";
import { runIn, startIn } from "./run-in-project.ts";

const NAME = "rota-library-workload";
const ROTA = "node_modules/.bin/rota";
const BOOKS = [
  { isbn: "978-0-201-89683-1", title: "The Art of Computer Programming" },
  { isbn: "978-0-13-110362-7", title: "The C Programming Language" },
];
/** Time within which the books of a task are imported. In the gate tests have priority. */
const IMPORT_MS_MAX = 120_000;
const PAUSE_MS = 200;

export type ExampleProject = {
  readonly root: string;
  readonly project: string;
  /** Folder of the tarball. */
  readonly into: string;
  readonly packages: readonly PackedPackage[];
};

/** Throws at the first failure. */
export async function checkExampleWorkload({ root, project, into, packages }: ExampleProject): Promise<void> {
  const example = packFolder(root, "examples/library-workload", into);
  assert.deepEqual(Object.keys(example.manifest.dependencies), [], "the example depends on the engine as a peer only");
  installStrictly({ root, project, packages: [...packages, example], others: [] });
  fs.writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  fs.writeFileSync(join(project, "rota.config.json"), JSON.stringify({ workloads: [NAME] }));
  fs.writeFileSync(join(project, "books.json"), JSON.stringify(BOOKS));

  const tested = runIn(join(project, "node_modules", NAME), ["npm", "test"]);
  assert.match(tested, /pass 3\b/, `the tests of the example printed:\n${tested}`);
  assert.match(runIn(project, [ROTA, "--help"]), /library import/);
  const [, page = ""] = /^Documentation: (.+)$/m.exec(runIn(project, [ROTA, "library", "import", "--help"])) ?? [];
  assert(fs.existsSync(page), `the documentation of the example is not at ${page}`);
  const migrated = runIn(project, [ROTA, "migrate"]);
  assert.match(migrated, /applied 0001_books\.sql/, `rota migrate printed:\n${migrated}`);
  await serveBooks(project);
}

/** Imports books with the command while a server runs the task, reads them over HTTP and sees them on the page. */
async function serveBooks(project: string): Promise<void> {
  const server = startIn(project, [ROTA, "serve", "--server-port", "0"]);
  try {
    const printed = await server.printed(/open http\S+sign-in\S+/);
    const [, url = ""] = /server {5}(\S+)/.exec(printed) ?? [];
    const [, link = ""] = /open (http\S+)/.exec(printed) ?? [];
    const made = runIn(project, [ROTA, "keys", "create", "--name", "ann", "--roles", "viewer"]);
    const [key = ""] = /rota_\S+/.exec(made) ?? [];
    runIn(project, [ROTA, "library", "import", "books.json", "--tenant", "acme"]);
    const books = await readBooks(`${url}/v1/library/books?tenant=acme`, key);
    assert.deepEqual(books, { items: BOOKS.map(({ isbn, title }) => ({ tenant: "acme", isbn: plain(isbn), title })) });
    await openPage(link);
  } finally {
    server.process.kill("SIGINT");
    await server.ended;
  }
}

/** Opens the page from the navigation, as a person who signs in. */
async function openPage(link: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(link);
    await page.getByRole("link", { name: "Books", exact: true }).click();
    for (const { isbn, title } of BOOKS) await page.getByText(`${title}, ISBN ${plain(isbn)}`).waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
  }
}

/** Returns the answer of the operation as soon as it lists all books. */
async function readBooks(url: string, key: string): Promise<unknown> {
  for (let leftMs = IMPORT_MS_MAX; ; leftMs -= PAUSE_MS) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    assert(answer.ok && leftMs > 0, `${url} answered ${String(answer.status)}: ${text}`);
    if (BOOKS.every(({ isbn }) => text.includes(plain(isbn)))) return JSON.parse(text);
    await setTimeout(PAUSE_MS);
  }
}

function plain(isbn: string): string {
  return isbn.replaceAll("-", "");
}
