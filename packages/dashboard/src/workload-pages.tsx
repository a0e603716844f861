/** Loads a page of a workload with its styles when it is first opened. */
import type { FunctionComponent } from "preact";
import { lazy } from "preact-iso";
import { addressOf } from "./api/address.ts";
import { BrokenPage, guarded } from "./guarded-page.tsx";
import { reloadOnce } from "./reload-once.ts";
import type { ListedPage, ListedWorkload } from "./workload-list.ts";

/** Returns the component of a page. A page that cannot be loaded says so in its place. */
export function componentOf(workload: ListedWorkload, page: ListedPage): FunctionComponent {
  return lazy(async () => {
    try {
      return await loadComponent(workload, page);
    } catch (error) {
      reloadOnce(); // the server may have been upgraded since this page was opened
      return broken(`${page.module} cannot be loaded: ${String(error)}`);
    }
  });
}

async function loadComponent(workload: ListedWorkload, page: ListedPage): Promise<FunctionComponent> {
  if (!workload.isBuilt)
    return broken(`The pages of ${workload.name} are not built. In a clone of Rota, npm run build:pages builds them.`);
  const [module] = await Promise.all([
    importModule(addressOf(page.module)),
    ...workload.styles.map((style) => addStyles(addressOf(style))),
  ]);
  const component = module[page.component];
  return isComponent(component)
    ? guarded(component)
    : broken(`${page.module} of ${workload.name} does not export the component ${page.component}.`);
}

async function importModule(address: string): Promise<Readonly<Record<string, unknown>>> {
  const module: unknown = await import(/* @vite-ignore */ address);
  return typeof module === "object" && module !== null ? { ...module } : {};
}

function isComponent(value: unknown): value is FunctionComponent {
  return typeof value === "function";
}

function broken(reason: string): FunctionComponent {
  return () => <BrokenPage reason={reason} />;
}

/** Adds a style sheet once and waits for it, so that the page does not appear unstyled. A missing one delays nothing. */
async function addStyles(address: string): Promise<void> {
  if ([...document.styleSheets].some(({ href }) => href === address)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const settled = new Promise((resolve) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", resolve, { once: true });
  });
  document.head.append(link);
  await settled;
}
