/** A page about books: links to the other ones, and whose books they are. */
import type { ComponentChildren } from "preact";
import { Page } from "../../../components/layout/page.tsx";
import { BooksPicker } from "./books-picker.tsx";
import { useBooks } from "./books.tsx";

type LedgerPageProps = {
  readonly title: string;
  readonly about?: string | undefined;
  readonly acts?: ComponentChildren;
  readonly children: ComponentChildren;
};

const PAGES = [
  ["/ledger", "Journal"],
  ["/ledger/reports", "Reports"],
  ["/ledger/periods", "Periods"],
  ["/ledger/rules", "Rules"],
  ["/ledger/rejected", "Rejected events"],
] as const;

export function LedgerPage({ title, about, acts, children }: LedgerPageProps) {
  const { choice } = useBooks();
  const shownActs =
    choice === undefined ? (
      acts
    ) : (
      <>
        <BooksPicker {...choice} />
        {acts}
      </>
    );
  return (
    <Page title={title} about={about} trail={<LedgerTrail />} acts={shownActs}>
      {children}
    </Page>
  );
}

function LedgerTrail() {
  const { link } = useBooks();
  return (
    <span class="row">
      {PAGES.map(([path, name]) => (
        <a key={path} href={link(path)}>
          {name}
        </a>
      ))}
    </span>
  );
}
