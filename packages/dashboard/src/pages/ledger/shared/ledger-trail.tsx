/** The links between the pages of the ledger. */
import { useBooks } from "./books.ts";

const PAGES = [
  ["/ledger", "Journal"],
  ["/ledger/reports", "Reports"],
  ["/ledger/periods", "Periods"],
  ["/ledger/rules", "Rules"],
  ["/ledger/rejected", "Rejected events"],
] as const;

export function LedgerTrail() {
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
