/** What the audit log tells of each entry. */
import type { AuditEntry } from "../../api/wire.ts";
import type { Column } from "../../components/lists/table.tsx";
import { Time } from "../../components/values/time.tsx";

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "When", cell: ({ at }) => <Time at={at} /> },
  { name: "Who", cell: ({ actor }) => <span class="name">{actor ?? "the system"}</span> },
  { name: "Did", cell: ({ action }) => <code>{action}</code> },
  {
    name: "To",
    cell: ({ subject: { type, id } }) => (
      <span class="anywhere">
        <span class="faint">{type}</span> {type === "task" ? <a href={`/tasks/${id}`}>{id}</a> : id}
      </span>
    ),
  },
  {
    name: "Details",
    cell: ({ details }) => (details === null || details === undefined ? "–" : <Details value={details} />),
  },
  { name: "Tenant", cell: ({ tenant, number }) => `${tenant}, no. ${String(number)}` },
  {
    name: "Hash",
    cell: ({ hash }) => (
      <code title={hash} class="faint">
        {hash.slice(0, 10)}…
      </code>
    ),
  },
];

function Details({ value }: { readonly value: unknown }) {
  return (
    <details>
      <summary>show</summary>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
