/** Shows the lines of an entry with debits and credits in separate columns. */
import { type Column, StateBadge, type StateAppearance, Table } from "@rota/dashboard";
import { type BooksInView, useBooks } from "./books.tsx";

type ShownLine = {
  readonly accountCode: string;
  readonly isCredit: boolean;
  readonly currency: string;
  readonly formattedAmount: string;
  readonly formattedBaseAmount?: string;
  readonly dimensions: Readonly<Record<string, string>>;
};

type LinesTableProps = { readonly lines: readonly ShownLine[]; readonly baseCurrency?: string };

export function LinesTable({ lines, baseCurrency }: LinesTableProps) {
  const books = useBooks();
  const numbered = lines.map((line, index) => ({ ...line, n: index + 1 }));
  return <Table label="Lines" columns={columnsOf(books, baseCurrency)} rows={numbered} keyOf={({ n }) => String(n)} />;
}

function columnsOf({ link }: BooksInView, baseCurrency: string | undefined): Column<ShownLine>[] {
  const amount = ({ formattedAmount, currency }: ShownLine) => `${formattedAmount} ${currency}`;
  const columns: Column<ShownLine>[] = [
    {
      name: "Account",
      cell: ({ accountCode }) => <a href={link(accountPath(accountCode))}>{accountCode}</a>,
    },
    { name: "Debit", isNumber: true, cell: (line) => (line.isCredit ? "" : amount(line)) },
    { name: "Credit", isNumber: true, cell: (line) => (line.isCredit ? amount(line) : "") },
    { name: "Dimensions", cell: ({ dimensions }) => dimensionsText(dimensions) },
  ];
  if (baseCurrency === undefined) return columns;
  const base: Column<ShownLine> = {
    name: `In ${baseCurrency}`,
    isNumber: true,
    cell: ({ formattedBaseAmount }) => formattedBaseAmount,
  };
  return [...columns.slice(0, 3), base, ...columns.slice(3)];
}

/** Returns the path of an account. Codes may contain characters that addresses may not. */
export function accountPath(code: string): string {
  return `ledger/accounts/${encodeURIComponent(code)}`;
}

function dimensionsText(dimensions: Readonly<Record<string, string>>): string {
  return Object.entries(dimensions)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

const APPEARANCES: Readonly<Record<string, StateAppearance>> = {
  POSTED: { tone: "good" },
  REVERSAL: { tone: "waiting" },
  CORRECTION: { tone: "waiting" },
  OPEN: { tone: "busy", mark: "half" },
  CLOSING: { tone: "quiet" },
  SOFT_CLOSED: { tone: "waiting" },
  HARD_CLOSED: { tone: "quiet" },
};

/** Kind of an entry, or state of a period. */
export function LedgerState({ state }: { readonly state: string }) {
  return <StateBadge state={state} appearance={APPEARANCES[state]} />;
}
