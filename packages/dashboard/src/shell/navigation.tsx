/** The links to all pages, in groups. */
import { useLocation } from "preact-iso";
import type { PageEntry } from "../page-entry.ts";
import { PAGES } from "../pages.ts";
import { useSession } from "../session/session.tsx";

export function Navigation() {
  const { path } = useLocation();
  const workloads = useSession().viewer?.workloads ?? [];
  const shown = PAGES.filter(
    ({ name, workload }) => name !== undefined && (workload === undefined || workloads.includes(workload)),
  );
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
