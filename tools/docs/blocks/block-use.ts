/** Says what the check does with a block of a page: its language, and the reasons that its fence gives. Pure. */
import type { Violation } from "../../tidy/violation.ts";
import type { CodeBlock, Page } from "../page.ts";

/** `text` and `mermaid` show something: there is nothing to run. */
const LANGUAGES = ["ts", "sh", "sql", "json", "text", "mermaid"] as const;
const WITH_REASON: Readonly<Record<string, readonly string[]>> = {
  ts: ["not-run", "not-checked"],
  sh: ["not-run"],
  sql: ["not-run"],
};
const ATTRIBUTE = /\s+([a-z-]+)="([^"]*)"/g;
const TEST_PATH = /[\w./-]+\.ts\b/g;
const REASON_LENGTH_MIN = 8;

export type Language = (typeof LANGUAGES)[number];

export type BlockUse = {
  readonly language: Language;
  /** Why it is not run: its commands, or its types, are checked all the same. */
  readonly notRun?: string;
  /** Why it is not even compiled. */
  readonly notChecked?: string;
};

/** A text says what is wrong with the fence. */
export function readBlockUse(info: string): BlockUse | string {
  const [word = ""] = info.split(/\s/);
  const language = LANGUAGES.find((known) => known === word);
  if (language === undefined) return `"${word}" behind the fence is none of ${LANGUAGES.join(", ")}`;
  const attributes = [...info.slice(word.length).matchAll(ATTRIBUTE)];
  if (attributes.map(([all]) => all).join("") !== info.slice(word.length))
    return `"${info}" is not read: write attributes as name="reason"`;
  for (const [, name = "", reason = ""] of attributes) {
    if (WITH_REASON[language]?.includes(name) !== true) return `${name} does not go with ${language}`;
    if (reason.length < REASON_LENGTH_MIN) return `${name}="${reason}" gives no reason: say why in a few words`;
  }
  const reasons = new Map(attributes.map(([, name = "", reason = ""]) => [name, reason]));
  const [notRun, notChecked] = [reasons.get("not-run"), reasons.get("not-checked")];
  return {
    language,
    ...(notRun === undefined ? {} : { notRun }),
    ...(notChecked === undefined ? {} : { notChecked }),
  };
}

/** The blocks of one language that a page shows. */
export function blocksIn(page: Page, language: Language): { readonly block: CodeBlock; readonly use: BlockUse }[] {
  return page.codeBlocks.flatMap((block) => {
    const use = readBlockUse(block.info);
    return typeof use !== "string" && use.language === language ? [{ block, use }] : [];
  });
}

/** Every fence says what its block is, a test that it names is there, and JSON is JSON. */
export function checkFences(pages: readonly Page[], exists: (path: string) => boolean): Violation[] {
  return pages.flatMap(({ path, codeBlocks }) =>
    codeBlocks.flatMap((block) => {
      const message = objectionTo(block, exists);
      return message === undefined ? [] : [{ path, line: block.line, rule: "fences", message }];
    }),
  );
}

function objectionTo({ info, text }: CodeBlock, exists: (path: string) => boolean): string | undefined {
  const use = readBlockUse(info);
  if (typeof use === "string") return use;
  const missing = [...(use.notRun ?? "").matchAll(TEST_PATH)].find(([path]) => !exists(path));
  if (missing !== undefined) return `names ${missing[0]}, which does not exist`;
  if (use.language !== "json") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `is no JSON: ${String(error)}`;
  }
}
