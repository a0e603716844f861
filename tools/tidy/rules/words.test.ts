import { describe, expect, test } from "vitest";
import { words } from "./words.ts";

/** Returns the places where the rule objects, as `path:line`. */
function objections(tree: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }));
  return words(files).map(({ path, line }) => `${path}:${String(line)}`);
}

describe("words", () => {
  const refusedNames = [
    "export type PruneWish = 1;",
    "const nobody = 1;",
    "function f(toldTurns: 1) {}",
    "class A { onGone() {} }",
    "type A = { readonly letterCount: 1 };",
    "const { outcome: told } = a;",
    "const [wish] = a;",
    `import { a as wish } from "a";`,
    "const TOLD_TURNS_MAX = 1;",
    "const QRShelf = 1;",
  ];
  test.each(refusedNames)("refuse the name in %s", (text) => {
    expect(objections({ "tools/a.ts": text })).toEqual(["tools/a.ts:1"]);
  });

  const refusedComments = [
    "/** It is told. */",
    "// Nobody answers.",
    "/* The worker\n * goes on. */",
    "f(`${a /* whoever */}`); ",
    "// by hand",
    "// The letter waits.",
    "// an act of the demo",
    "/** Of the lease. */",
    "/**\n * Whose log it is. */",
    "/** What is written. */",
  ];
  test.each(refusedComments)("refuse the comment %j", (text) => {
    expect(objections({ "tools/a.ts": `${text}\n` })).toHaveLength(1);
  });

  test("refuse the words in SQL, in its names and comments, and in names of files", () => {
    const tree = {
      "a/b.sql": "-- told\nselect looked from a where b = 'told --';\n",
      "a/read-wish.ts": "",
      "a/schema.sql": "-- told",
      "a/test/version-0.1.0/tables/a.sql": "-- told",
    };

    expect(objections(tree)).toEqual(["a/b.sql:2", "a/b.sql:1", "a/read-wish.ts:1"]);
  });

  test("are named with the place, and with the better ones", () => {
    const violations = words([{ path: "tools/a.ts", text: "\nconst wishList = 1;\n" }]);

    expect(violations).toEqual([
      {
        path: "tools/a.ts",
        line: 2,
        rule: "words",
        message: `wishList: "wish": write request, options, query or input`,
      },
    ]);
  });

  const accepted = [
    "const actor = 1; const deadLetterId = interact(exact, fact, transacted); const GRID_LETTERS = 1;",
    "// A dead letter, dead-letters, letters and digits, a capital letter.",
    "// The actor interacts. Callers may act on it. Article 4 of the Data Act.",
    "/** Intelligent wishbone, hearty, foregone; look up a key, it looks like one, `?` stands for a\n * stand-in. */",
    "/** The owner of the lease, whose token counts. What follows is code. */",
    `const a = "nobody was told"; const b = \`a ${"wish"} // told\`; const c = /told/;`,
    "/** The role `nobody`. */",
    "const { wish } = options; f({ told: 1, gone }); a.letters.map(f);",
    `import { PruneWish } from "@rota/engine";\nexport { PruneWish };`,
  ];
  test.each(accepted)("of the field, of the alphabet and of other files are accepted: %j", (text) => {
    expect(objections({ "tools/actor.ts": `${text}\n` })).toEqual([]);
  });
});
