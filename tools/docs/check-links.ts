/** Every relative link leads to a file of the repository, and every anchor to a heading. Pure. */
import { posix } from "node:path";
import type { Violation } from "../tidy/violation.ts";
import type { Link, Page } from "./page.ts";

export function checkLinks(pages: readonly Page[], exists: (path: string) => boolean): Violation[] {
  const anchors = new Map(pages.map((page) => [page.path, new Set(page.headings.map((heading) => heading.anchor))]));
  return pages.flatMap((page) =>
    page.links.filter(isRelative).flatMap(({ target, line }) => {
      const [file = "", anchor] = decodeURI(target).split("#");
      const path = file === "" ? page.path : posix.join(posix.dirname(page.path), file);
      const message = objectionTo(path, anchor);
      return message === undefined ? [] : [{ path: page.path, line, rule: "links", message }];
    }),
  );

  function objectionTo(path: string, anchor: string | undefined): string | undefined {
    const known = anchors.get(path);
    if (known === undefined && !exists(path)) return `${path} does not exist: fix the link or add the file`;
    if (anchor === undefined || known?.has(anchor) === true) return undefined;
    return `${path} has no heading #${anchor}: use one of ${[...(known ?? [])].join(", ")}`;
  }
}

function isRelative({ target }: Link): boolean {
  return !/^([a-z][a-z+.-]*:|\/\/)/i.test(target);
}
