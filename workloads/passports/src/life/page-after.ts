/** What a page of a list is asked for by. */

export type PageAfter = {
  /** Undefined: of all. */
  readonly tenant: string | undefined;
  /** The last item of the page before: its time with six fraction digits, and its id. */
  readonly after: { readonly t: string; readonly id: string } | undefined;
  readonly limit: number;
};
