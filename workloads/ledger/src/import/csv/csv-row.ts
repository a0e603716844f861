/** A row of CSV with the number of its line, and how rows are read. */

export type CsvRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

export type CsvOptions = {
  /** Before the numbers of entries that have no event id of their own: the same file must give the same ids. */
  readonly eventPrefix: string;
};
