/** Lists the audit log, newest first, and verifies its hash chain. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { AuditEntry } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useList } from "../api/use-resource.ts";
import { Filters, useFilters } from "../components/filters.tsx";
import { ActionButton } from "../components/form.tsx";
import { Card, Empty, Page } from "../components/page.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { numberText } from "../components/values.tsx";

const FILTERS = [
  { name: "actor", label: "Who" },
  { name: "action", label: "Did" },
  { name: "subjectType", label: "To a" },
  { name: "tenant", label: "Tenant" },
];

export function AuditPage() {
  const { values } = useFilters();
  const { actor, action, subjectType, tenant } = values;
  const query = given({ actor, action, subjectType, tenant });
  const list = useList(
    `audit ${JSON.stringify(query)}`,
    (after, signal) =>
      answerOf(client.GET("/v1/audit", { params: { query: { ...query, ...given({ after }) } }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <Page
      title="Audit"
      about="Every entry holds the hash of the one before it: what is changed or missing is found."
      actions={useMay("operator") ? <VerifyAudit /> : undefined}
    >
      <Card title="Who did what" note="the newest first" isFlush>
        <Filters filters={FILTERS} />
        <Listing
          label="Audit log"
          list={list}
          columns={AUDIT_COLUMNS}
          keyOf={({ tenant: owner, number }) => `${owner} ${String(number)}`}
          empty={<Empty title="No entry fits">What people do to tasks, locks, keys and webhooks is kept here.</Empty>}
        />
      </Card>
    </Page>
  );
}

const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "When", cell: ({ at }) => <Time at={at} /> },
  { name: "Who", cell: ({ actor }) => <span class="name">{actor ?? "the system"}</span> },
  { name: "Did", cell: ({ action }) => <code>{action}</code> },
  {
    name: "To",
    cell: ({ subject: { type, id } }) => (
      <span class="anywhere">
        <span class="faint">{type}</span> {type === "task" ? <a href={`tasks/${id}`}>{id}</a> : id}
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

function VerifyAudit() {
  const [message, setMessage] = useState("");
  const verify = async () => {
    const { entries, tenants, differing } = await answerOf(client.GET("/v1/audit/verification"));
    const checked = `${numberText(entries)} entries of ${numberText(tenants)} tenants`;
    setMessage(
      differing === 0
        ? `${checked}: all hold`
        : `${checked}: ${numberText(differing)} differ, see rota audit-log verify`,
    );
  };
  return (
    <>
      <span role="status" class="small soft">
        {message}
      </span>
      <ActionButton action={verify}>Verify</ActionButton>
    </>
  );
}
