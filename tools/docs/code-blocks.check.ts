/** Tests which code blocks are refused. They compile against the whole engine. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { formatViolation } from "../tidy/violation.ts";
import { checkCodeBlocks } from "./check-code-blocks.ts";
import { readPage } from "./page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = (text: string) => readPage({ path: "docs/a.md", text });

describe("code", () => {
  test("that does not compile is refused at its line in the page", () => {
    const text = `# A\n\n\`\`\`ts\nimport { nothing } from "@rota/engine";\nconst a: string = 1;\n\`\`\`\n`;

    const lines = checkCodeBlocks([page(text)], root).map(({ path, line }) => `${path}:${String(line)}`);

    expect(lines).toEqual(["docs/a.md:4", "docs/a.md:5"]);
  });

  test("that compiles, is marked or is in another language is accepted", () => {
    const good = '```ts\nimport { RotaError } from "@rota/engine";\nawait Promise.resolve(RotaError);\n```\n';
    const marked = '```ts not-checked="half a line"\nconst a = ;\n```\n```sh\nnpm test\n```\n';

    expect(checkCodeBlocks([page(good + marked)], root).map(formatViolation)).toEqual([]);
  });
});
