/** Decides how a block of a page is checked: its language, and the reasons in its fence. Pure. */
import type { Violation } from "../../tidy/violation.ts";
import type { CodeBlock, Page } from "../page.ts";

/** `text` and `mermaid` are only shown and not run. */
const LANGUAGES = ["ts", "sh", "python", "sql", "json", "text", "mermaid"] as const;
const WITH_REASON: Readonly<Record<string, readonly string[]>> = {
  ts: ["not-run", "not-checked"],
  sh: ["not-run"],
  python: ["not-run"],
  sql: ["not-run"],
};
const ATTRIBUTE = /\s+([a-z-]+)="([^"]*)"/g;
const TEST_PATH = /[\w./-]+\.ts\b/g;
const REASON_LENGTH_MIN = 8;

export type Language = (typeof LANGUAGES)[number];

export type BlockUse = {
  readonly language: Language;
  /** Reason not to run the block. Its commands or types are still checked. */
  readonly notRun?: string;
  /** Reason not to compile the block. */
  readonly notChecked?: string;
};

/** Returns a text if the fence is wrong. */
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

/** Returns the blocks of one language on a page. */
export function blocksIn(page: Page, language: Language): { readonly block: CodeBlock; readonly use: BlockUse }[] {
  return page.codeBlocks.flatMap((block) => {
    const use = readBlockUse(block.info);
    return typeof use !== "string" && use.language === language ? [{ block, use }] : [];
  });
}

/** Every fence names the kind of its block, every test that it names exists, and JSON is valid. */
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
