/** Shows rows as a table that becomes cards on narrow screens, and lists that load page by page. */
import type { ComponentChildren } from "preact";
import type { List } from "../api/use-resource.ts";
import { Failure, Loading } from "./resource-view.tsx";

export type Column<Row> = {
  /** Heading; empty for a column that needs none, as of buttons. */
  readonly name: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
};

type TableProps<Row> = {
  /** Description of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/** Table that becomes a list of cards on narrow screens. */
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

type ListingProps<Row> = {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Content to show instead of a table without rows. */
  readonly empty: ComponentChildren;
};

/** List that loads page by page. */
export function Listing<Row>({ label, list, columns, keyOf, empty }: ListingProps<Row>) {
  const failure = list.error === undefined ? null : <Failure error={list.error} onRetry={list.reload} />;
  if (list.items === undefined) return failure ?? <Loading />;
  return (
    <>
      {failure}
      {list.items.length === 0 ? empty : <Table label={label} columns={columns} rows={list.items} keyOf={keyOf} />}
      {list.hasMore ? (
        <div class="table-foot">
          <button type="button" onClick={list.more} disabled={list.isLoadingMore}>
            {list.isLoadingMore ? "Loading …" : "Show more"}
          </button>
        </div>
      ) : null}
    </>
  );
}
