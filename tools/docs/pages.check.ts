/** Tests that the pages of this repository are correct. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import elections from "@rota/elections/workload";
import { ERROR_KINDS } from "@rota/engine/errors";
import { EXIT_CODES, mergeSettings } from "@rota/engine/internal";
import ledger from "@rota/ledger/workload";
import passports from "@rota/passports/workload";
import { describe, expect, test } from "vitest";
import { readManifest } from "../packages/manifest.ts";
import { readTree } from "../tidy/read-tree.ts";
import { CONTRACTS, LEVELS } from "../tidy/rules/import-levels.ts";
import { formatViolation, type Violation } from "../tidy/violation.ts";
import { checkChangelog } from "./check-changelog.ts";
import { checkCodeBlocks } from "./check-code-blocks.ts";
import { checkDependenciesPage } from "./check-dependencies-page.ts";
import { checkErrorsPage, checkExitCodes } from "./check-errors-page.ts";
import { checkHeadings } from "./check-headings.ts";
import { checkLevels } from "./check-levels.ts";
import { checkLinks } from "./check-links.ts";
import { checkWalk } from "./check-walk.ts";
import { readPage } from "./page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const messages = (violations: readonly Violation[]) => violations.map(formatViolation);

describe("the pages of this repository", () => {
  const files = readTree(root);
  const pages = files.filter((file) => file.path.endsWith(".md")).map(readPage);
  const file = (path: string) => files.find((candidate) => candidate.path === path) ?? { path, text: "" };

  test("link to files and headings that exist", () => {
    expect(messages(checkLinks(pages, (path) => existsSync(join(root, path))))).toEqual([]);
  });

  test("have one title each", () => {
    expect(messages(checkHeadings(pages))).toEqual([]);
  });

  test("show TypeScript that compiles", () => {
    expect(messages(checkCodeBlocks(pages, root))).toEqual([]);
  });

  test("use public names of the engine only, as do the examples", () => {
    const examples = files.filter(({ path }) => path.startsWith("examples/"));
    const shown = pages.flatMap(({ path, codeBlocks }) => codeBlocks.map(({ text }) => ({ path, text })));

    const using = [...shown, ...examples].filter(({ text }) => text.includes("@rota/engine/internal"));

    expect(using.map(({ path }) => path)).toEqual([]);
  });

  test("explain every error code of the engine and no other", () => {
    expect(messages(checkErrorsPage(file("docs/reference/errors.md"), ERROR_KINDS))).toEqual([]);
  });

  test.each([elections, passports, ledger])("explain every error code of $name and no other", ({ name, errors }) => {
    expect(messages(checkErrorsPage(file(`workloads/${name}/docs/errors.md`), errors))).toEqual([]);
  });

  test("list every variable of an earlier system that a workload reads, takes as an option or reports", () => {
    const { options, variables, withoutEffect } = mergeSettings([elections, passports, ledger]);
    const named = [...options.values()].flatMap(({ names, namesInSeconds, parts }) => [
      ...[...names, ...namesInSeconds],
      ...Object.values(parts ?? {}).flatMap((part) => (typeof part === "string" ? [] : part.names)),
    ]);
    const page = file("docs/compatibility.md").text;

    const all = [...named, ...variables, ...withoutEffect.keys()];
    expect(all.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test("give every kind of error its exit code", () => {
    expect(messages(checkExitCodes(file("docs/reference/errors.md"), EXIT_CODES))).toEqual([]);
  });

  test("show the layers that tidy holds", () => {
    expect(messages(checkLevels(file("ARCHITECTURE.md"), LEVELS))).toEqual([]);
  });

  test("name every part of the engine and every contract", () => {
    const { text } = file("ARCHITECTURE.md");
    const folders = files.flatMap(({ path }) => /^packages\/engine\/src\/([\w-]+)\//.exec(path)?.[1] ?? []);
    const parts = [...new Set([...LEVELS.flat(), ...folders])];
    const contracts = Object.values(CONTRACTS).flatMap((paths) => paths.map((path) => posix.basename(path)));

    expect(parts.filter((part) => !new RegExp(`^\\| ${part} `, "m").test(text))).toEqual([]);
    expect(contracts.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  test("name files and functions on the path of a chunk that exist", () => {
    const page = file("ARCHITECTURE.md");

    expect(messages(checkWalk(page, files))).toEqual([]);
    const walked = (ending: string) =>
      page.text.match(new RegExp(`^\\|.*\\| \`packages/.*\\.${ending}\` `, "gm"))?.length;
    expect(walked("ts")).toBeGreaterThan(10);
    expect(walked("ts")).toBeLessThanOrEqual(25);
    expect(walked("sql")).toBeLessThanOrEqual(5);
  });

  test("describe the changes in the version of the packages", () => {
    const { version } = readManifest(file("package.json").text);

    expect(messages(checkChangelog(file("CHANGELOG.md"), version))).toEqual([]);
  });

  test("give a reason for every dependency", () => {
    const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path));

    expect(messages(checkDependenciesPage(file("docs/decisions/0003-dependencies.md"), manifests))).toEqual([]);
  });
});
