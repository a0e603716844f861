/** Sections of a report below each other, each with its accounts and a total. */
import { Table, type Column } from "../../../components/lists/table.tsx";
import { useBooks, type BooksInView } from "../shared/books.tsx";
import { accountPath } from "../shared/lines-table.tsx";
import type { Section } from "../shared/wire.ts";

export type ReportLine =
  | { readonly kind: "account"; readonly code: string; readonly name: string; readonly amount: string }
  | { readonly kind: "heading" | "plain" | "total"; readonly name: string; readonly amount: string };

/** A heading, the accounts, and the total of a section. */
export function sectionLines(name: string, section: Section): ReportLine[] {
  return [
    { kind: "heading", name, amount: "" },
    ...section.rows.map(({ code, name: title, amounts }): ReportLine => ({
      ...{ kind: "account", code, name: title, amount: amounts[0]?.formatted ?? "" },
    })),
    { kind: "total", name: `${name} in all`, amount: section.totals[0]?.formatted ?? "" },
  ];
}

type SectionsTableProps = {
  readonly label: string;
  readonly lines: readonly ReportLine[];
  readonly days: Readonly<Record<string, string>>;
};

export function SectionsTable({ label, lines, days }: SectionsTableProps) {
  const books = useBooks();
  return <Table label={label} columns={columnsOf(books, days)} rows={lines} keyOf={keyOf} />;
}

function keyOf(line: ReportLine): string {
  return line.kind === "account" ? `account ${line.code}` : `${line.kind} ${line.name}`;
}

function columnsOf({ link }: BooksInView, days: Readonly<Record<string, string>>): Column<ReportLine>[] {
  return [
    {
      name: "Account",
      cell: (line) => {
        if (line.kind !== "account") return line.kind === "plain" ? line.name : <b>{line.name}</b>;
        return (
          <>
            <a href={link(accountPath(line.code), days)}>{line.code}</a>
            {line.name === line.code ? null : <span class="faint"> {line.name}</span>}
          </>
        );
      },
    },
    {
      name: "Amount",
      isNumber: true,
      cell: ({ kind, amount }) => (kind === "total" ? <b>{amount}</b> : amount),
    },
  ];
}
