/** What a page is to the navigation and the router. */
import type { FunctionComponent } from "preact";

export type PageEntry = {
  /** `:name` stands for a part that differs. */
  readonly path: string;
  /** In the navigation; a page without one is reached from others. */
  readonly name?: string;
  /** The heading above it in the navigation; empty for none. */
  readonly group: string;
  /** Of which workload it is; where the server has not got it, the navigation does not lead here. */
  readonly workload?: string;
  readonly component: FunctionComponent;
};
