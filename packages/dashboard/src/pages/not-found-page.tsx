/** Stands where an address leads nowhere. */
import { Empty } from "../components/layout/empty.tsx";
import { Page } from "../components/layout/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <Empty title="This address leads nowhere">
        Go to the <a href="/">overview</a>, or choose a page at the side.
      </Empty>
    </Page>
  );
}
