/** The links to all pages, in groups. */
import { useLocation } from "preact-iso";
import type { PageEntry } from "../page-entry.ts";
import { PAGES } from "../pages.ts";

export function Navigation() {
  const { path } = useLocation();
  const shown = PAGES.filter((page) => page.name !== undefined);
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <nav class="navigation" aria-label="Pages">
      {groups.map((group) => (
        <div key={group} class="navigation-group">
          {group === "" ? null : <p class="navigation-title">{group}</p>}
          <ul>
            {shown
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.path}>
                  <a href={page.path} aria-current={isWithin(path, page) ? "page" : undefined}>
                    {page.name}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** A task's page belongs to the list of tasks. */
function isWithin(path: string, page: PageEntry): boolean {
  return page.path === "/" ? path === "/" : path === page.path || path.startsWith(`${page.path}/`);
}
