/** A list that comes page by page: a table, a button for more, a word where it is empty. */
import type { ComponentChildren } from "preact";
import type { List } from "../../api/use-list.ts";
import { Failure } from "../layout/failure.tsx";
import { Loading } from "../layout/loading.tsx";
import { Table, type Column } from "./table.tsx";

type ListingProps<Row> = {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of a table without rows. */
  readonly empty: ComponentChildren;
};

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
