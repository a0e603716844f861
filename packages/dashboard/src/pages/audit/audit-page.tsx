/** Who did what, the newest first, and whether the chain of hashes holds. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useMay } from "../../session/session.tsx";
import { useList } from "../../api/use-list.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Filters } from "../../components/lists/filters.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import { useFilters } from "../../components/lists/use-filters.ts";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";
import { VerifyAudit } from "./verify-audit.tsx";

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
      acts={useMay("operator") ? <VerifyAudit /> : undefined}
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
