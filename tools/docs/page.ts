/** Splits a Markdown page into headings, links and code blocks. Pure. */
import type { TreeFile } from "../tidy/violation.ts";

export type Heading = { readonly level: number; readonly anchor: string; readonly line: number };
export type Link = { readonly target: string; readonly line: number };
export type CodeBlock = { readonly info: string; readonly text: string; readonly line: number };

export type Page = {
  readonly path: string;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly codeBlocks: readonly CodeBlock[];
};

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const LINK = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*(\S+)/g;

export function readPage({ path, text }: TreeFile): Page {
  const { prose, codeBlocks } = separateCode(text.split("\n"));
  return { path, headings: headingsOf(prose), links: linksOf(prose), codeBlocks };
}

/** Keeps the line numbers of the prose: lines of code become empty ones. */
function separateCode(lines: readonly string[]): { prose: string[]; codeBlocks: CodeBlock[] } {
  const prose: string[] = [];
  const codeBlocks: CodeBlock[] = [];
  let open: { mark: string; info: string; line: number; lines: string[] } | undefined;
  lines.forEach((line, index) => {
    const [, mark = "", info = ""] = FENCE.exec(line) ?? [];
    if (open === undefined && mark === "") {
      prose.push(line);
      return;
    }
    prose.push("");
    if (open === undefined) {
      open = { mark, info: info.trim(), line: index + 1, lines: [] };
    } else if (mark.startsWith(open.mark) && info.trim() === "") {
      codeBlocks.push({ info: open.info, text: open.lines.join("\n"), line: open.line });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  });
  return { prose, codeBlocks };
}

function headingsOf(prose: readonly string[]): Heading[] {
  const uses = new Map<string, number>();
  return prose.flatMap((line, index) => {
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (marks === undefined || title === undefined) return [];
    const slug = slugOf(title);
    const used = uses.get(slug) ?? 0;
    uses.set(slug, used + 1);
    return [{ level: marks.length, anchor: used === 0 ? slug : `${slug}-${String(used)}`, line: index + 1 }];
  });
}

/** Returns the anchor that GitHub gives a heading. */
function slugOf(title: string): string {
  const words = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return words.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

function linksOf(prose: readonly string[]): Link[] {
  return prose.flatMap((line, index) =>
    [...line.replace(/`[^`]*`/g, "").matchAll(LINK)].map(([, inline, reference]) => ({
      target: inline ?? reference ?? "",
      line: index + 1,
    })),
  );
}
