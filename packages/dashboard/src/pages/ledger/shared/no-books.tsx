/** Stands where a tenant has no books: says so, and leads to those that there are. */
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { BooksPicker } from "./books-picker.tsx";
import type { BooksList } from "./wire.ts";

type NoBooksProps = { readonly all: BooksList; readonly tenant: string | undefined };

export function NoBooks({ all, tenant }: NoBooksProps) {
  const acts = tenant === undefined || all.items.length === 0 ? undefined : <BooksPicker all={all} chosen={tenant} />;
  return (
    <Page title="Ledger" about="Double-entry books, fed by events." acts={acts}>
      <Card title="Books">
        <Empty title={tenant === undefined ? "No books yet" : `${tenant} has no books yet`}>
          They begin with a business entity, <code>POST /v1/business-entity</code>, and stand here from then on.
        </Empty>
      </Card>
    </Page>
  );
}
