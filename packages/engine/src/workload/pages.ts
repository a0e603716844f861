/** Contract of the pages that a workload adds to the dashboard. */

/**
 * Pages of a workload: ES modules and styles in one folder, which the server offers to browsers below
 * `workloads/<name>/`. Modules import `preact`, `preact/hooks`, `preact/jsx-runtime` and `@rota/dashboard`, which the
 * dashboard shares with them, and files of the folder by relative paths.
 */
export type WorkloadPages = {
  /** Folder of the built files. */
  readonly folder: URL;
  readonly list: readonly WorkloadPage[];
  /** Style sheets in the folder, loaded with the first of its pages. Default: none. */
  readonly styles?: readonly string[];
};

/** Page of a workload. */
export type WorkloadPage = {
  /** Path in the dashboard; `:name` is a parameter: `/library/:bookId`. Of several that match, the first is shown. */
  readonly path: string;
  /** Name in the navigation, under the title of the workload; a page without one is reached from other pages. */
  readonly name?: string;
  /** Module in the folder: `pages.js`. */
  readonly module: string;
  /** Export of the module that is the component of the page. */
  readonly component: string;
  /** Whether the page is shown without sign-in, outside the frame of the dashboard. Default false. */
  readonly isPublic?: boolean;
};
