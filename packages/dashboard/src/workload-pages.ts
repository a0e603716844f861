/** The place where workloads add their pages: one entry each, with components of their own folder under pages/. */
import type { PageEntry } from "./page-entry.ts";

export const WORKLOAD_PAGES: readonly PageEntry[] = [];
