import { describe, expect, test } from "vitest";
import { formatViolation, type Violation } from "../tidy/violation.ts";
import { checkChangelog } from "./check-changelog.ts";
import { checkDependenciesPage } from "./check-dependencies-page.ts";
import { checkErrorsPage, checkExitCodes } from "./check-errors-page.ts";
import { checkHeadings } from "./check-headings.ts";
import { checkLevels } from "./check-levels.ts";
import { checkLinks } from "./check-links.ts";
import { checkWalk } from "./check-walk.ts";
import { readPage } from "./page.ts";

const page = (text: string, path = "docs/a.md") => readPage({ path, text });
const messages = (violations: readonly Violation[]) => violations.map(formatViolation);

describe("links", () => {
  const exists = (path: string) => path === "LICENSE";

  test("to a missing file or heading are refused", () => {
    const text = "# A\n[b](b.md) [c](#nowhere)\n[d](../LICENSE#no)\n\n[e]: ../e.md\n";

    const lines = checkLinks([page(text)], exists).map(({ line }) => line);

    expect(lines).toEqual([2, 2, 3, 5]);
  });

  test("to files, headings, repeated headings and the web are accepted", () => {
    const other = page("# B\n## What `x` is, really\n## Twice\n## Twice\n", "docs/b.md");
    const text = "# A\n[b](b.md#what-x-is-really) [c](b.md#twice-1) [d](../LICENSE) [e](https://example.org) [f](#a)\n";

    expect(checkLinks([page(text), other], exists)).toEqual([]);
  });

  test("in code are not links", () => {
    expect(checkLinks([page("# A\n`[b](b.md)`\n```md\n[c](c.md)\n```\n")], exists)).toEqual([]);
  });
});

describe("headings", () => {
  test.each(["no title\n", "# A\n# B\n", "## A\n# B\n"])("%j is refused", (text) => {
    expect(checkHeadings([page(text)])).toHaveLength(1);
  });

  test("one title with parts is accepted, whatever the code says", () => {
    expect(checkHeadings([page("# A\n## B\n```sh\n# a comment\n```\n")])).toEqual([]);
  });
});

describe("the changelog", () => {
  const check = (text: string) => checkChangelog({ path: "CHANGELOG.md", text }, "1.2.0");
  const notes = "\n\nIt is new.\n";

  test("is refused when the version of the packages is missing, not the newest, without a date or without notes", () => {
    expect(check(`## [1.1.0] - 2026-01-02${notes}`)).toHaveLength(1);
    expect(check(`## [1.3.0] - 2026-01-02${notes}## [1.2.0] - 2026-01-01${notes}`)).toHaveLength(1);
    expect(check(`## [1.2.0]${notes}`)).toHaveLength(1);
    expect(check("## [1.2.0] - 2026-01-02\n\n### Added\n\n## [1.1.0] - 2026-01-01\n")).toHaveLength(1);
  });

  test("is accepted when it begins with that version, after what is not released", () => {
    expect(check(`# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02${notes}`)).toEqual([]);
  });
});

describe("the page of error codes", () => {
  const row = (code: string, kind: string, wayOut = "do it") => `| \`${code}\` | ${kind} | means | ${wayOut} |\n`;
  const check = (text: string) => checkErrorsPage({ path: "errors.md", text }, { A: "invalid", B: "conflict" });

  test("is refused with a code too few, too many, twice, of another kind or without a way out", () => {
    const complete = row("A", "invalid") + row("B", "conflict");

    expect(messages(check(row("A", "invalid")))).toEqual([expect.stringContaining("B is missing")]);
    expect(messages(check(complete + row("C", "invalid")))).toEqual([expect.stringContaining("C is not in")]);
    expect(messages(check(complete + row("A", "invalid")))).toEqual([expect.stringContaining("A is listed twice")]);
    expect(messages(check(row("A", "invalid") + row("B", "invalid")))).toEqual([expect.stringContaining("conflict")]);
    expect(messages(check(row("A", "invalid", " ") + row("B", "conflict")))).toEqual([
      expect.stringContaining("A lacks"),
    ]);
  });

  test("is accepted when it says the same as the code", () => {
    expect(check(row("A", "invalid") + row("B", "conflict"))).toEqual([]);
  });

  test("is refused when an exit code is missing, left over or another", () => {
    const kinds = { path: "errors.md", text: "| `invalid` | 2 | wrong |\n| `conflict` | 4 | clash |\n" };

    expect(checkExitCodes(kinds, { invalid: 2, conflict: 4 })).toEqual([]);
    expect(checkExitCodes(kinds, { invalid: 2, conflict: 5 })).toHaveLength(1);
    expect(checkExitCodes(kinds, { invalid: 2 })).toHaveLength(1);
    expect(checkExitCodes(kinds, { invalid: 2, conflict: 4, internal: 70 })).toHaveLength(1);
  });
});

describe("the page of dependencies", () => {
  const manifest = {
    path: "package.json",
    text: JSON.stringify({ dependencies: { pg: "1", "@rota/engine": "1" }, optionalDependencies: { "@x/linux": "1" } }),
  };
  const check = (text: string) => checkDependenciesPage({ path: "0003.md", text }, [manifest]);

  test("is refused when a row is missing or left over", () => {
    expect(messages(check("| `pg` | speaks |\n"))).toEqual([expect.stringContaining("@x/linux has no row")]);
    expect(messages(check("| `pg`, `@x/*`, `redis` | speak |\n"))).toEqual([
      expect.stringContaining("redis is in no package.json"),
    ]);
  });

  test("is accepted when every dependency has its row", () => {
    expect(check("| `pg` | speaks |\n| `@x/*` | binaries |\n")).toEqual([]);
  });
});

describe("the table of layers", () => {
  const page = (text: string) => ({ path: "ARCHITECTURE.md", text });

  test("is refused when a part is missing, misplaced or unknown", () => {
    const levels = [["tasks", "locks"], ["errors"]];

    expect(checkLevels(page("| 1 | tasks · locks | – |\n| 0 | errors | yes |\n"), levels)).toEqual([]);
    expect(checkLevels(page("| 1 | tasks | – |\n| 0 | errors | yes |\n"), levels)).toHaveLength(1);
    expect(checkLevels(page("| 1 | tasks · locks | – |\n| 0 | errors · config | yes |\n"), levels)).toHaveLength(1);
  });
});

describe("the path of a chunk", () => {
  const sources = [
    {
      path: "src/claim.ts",
      text: "export async function claim() {}\nexport class Runner {}\nexport type Claimed = {};\n",
    },
    { path: "sql/turns.sql", text: "function rota.take_turns(\n" },
  ];
  const walk = (...rows: readonly string[]) => checkWalk({ path: "A.md", text: rows.join("\n") }, sources);

  test("with files and names that exist is accepted", () => {
    expect(
      walk("| 1. Claims. | `src/claim.ts` | `claim`, `Runner`, `Claimed` |", "|  | `sql/turns.sql` | `take_turns` |"),
    ).toEqual([]);
  });

  test("with a missing file or name is refused at its line", () => {
    const lines = walk(
      "| 1. | `src/old.ts` | `claim` |",
      "| 2. | `src/claim.ts` | `claim`, `settle` |",
      "| 3. | `sql/turns.sql` | `claim` |",
    );

    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3]);
  });
});
