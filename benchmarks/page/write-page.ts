/** Writes the page of all results beside the files that it is generated from. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PAGE_NAME, resultsPage, type Texts } from "./results-page.ts";

const RESULTS_URL = new URL("../results/", import.meta.url);

/** Writes the page and returns its path. */
export function writePage(): string {
  for (const [name, text] of makePage()) writeFileSync(new URL(name, RESULTS_URL), text);
  return fileURLToPath(new URL(PAGE_NAME, RESULTS_URL));
}

export function makePage(): Texts {
  const names = readdirSync(RESULTS_URL).filter((name) => name.endsWith(".md") && name !== PAGE_NAME);
  return resultsPage(new Map(names.map((name) => [name, read(name)])));
}

/** Returns undefined if the file does not exist. */
export function readWritten(name: string): string | undefined {
  return readdirSync(RESULTS_URL).includes(name) ? read(name) : undefined;
}

function read(name: string): string {
  return readFileSync(new URL(name, RESULTS_URL), "utf8");
}
