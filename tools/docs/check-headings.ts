/** A page has one title, and it comes first. Pure. */
import type { Violation } from "../tidy/violation.ts";
import type { Page } from "./page.ts";

export function checkHeadings(pages: readonly Page[]): Violation[] {
  return pages.flatMap(({ path, headings }) => {
    const titles = headings.filter((heading) => heading.level === 1);
    const isFirst = headings[0]?.level === 1;
    if (titles.length === 1 && isFirst) return [];
    const line = titles[1]?.line ?? 1;
    const message = `${String(titles.length)} titles (# …): a page has one, before all other headings`;
    return [{ path, line, rule: "headings", message }];
  });
}
