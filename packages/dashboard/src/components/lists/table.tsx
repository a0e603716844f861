/** A table whose rows become cards on narrow screens. */
import type { ComponentChildren } from "preact";

export type Column<Row> = {
  /** Empty: the column speaks for itself, as buttons do. */
  readonly name: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
};

type TableProps<Row> = {
  /** What it lists, for who cannot see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table class="cards">
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" class={isNumber === true ? "number" : ""}>
                {name === "" ? <span class="visually-hidden">Acts</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, cell }) => (
                <td key={name} data-label={name} class={isNumber === true ? "number" : ""}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
