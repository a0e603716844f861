/** Writes tables as markdown. Pure. */

export type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Pads columns as prettier does, so that results need no formatting. */
export function markdown({ head, rows }: Table): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => (cells[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
