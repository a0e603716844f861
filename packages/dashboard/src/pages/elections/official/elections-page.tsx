/** All elections, the newest first. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { useList } from "../../../api/use-list.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { Listing } from "../../../components/lists/listing.tsx";
import type { Column } from "../../../components/lists/table.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useMay } from "../../../session/session.tsx";
import type { ElectionItem } from "../shared/wire.ts";

const COLUMNS: readonly Column<ElectionItem>[] = [
  {
    name: "Election",
    cell: ({ electionId, title, isToy }) => (
      <>
        <a class="name" href={`/elections/${electionId}`}>
          {title}
        </a>
        <div class="faint small">
          {electionId}
          {isToy ? ", for trying things out" : ""}
        </div>
      </>
    ),
  },
  {
    name: "State",
    cell: ({ state, stateError }) => (
      <>
        <StateBadge state={state} />
        {stateError === null ? null : <div class="small anywhere">{stateError}</div>}
      </>
    ),
  },
  { name: "Guardians", cell: ({ quorum, guardians }) => `${String(quorum)} of ${String(guardians)}` },
  { name: "Tenant", cell: ({ tenant }) => tenant },
  { name: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function ElectionsPage() {
  const list = useList(
    "elections",
    (after, signal) => answerOf(client.GET("/v1/elections", { params: { query: given({ after }) }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <Page
      title="Elections"
      about="Ballots are encrypted by voters, added up without being opened, and decrypted by guardians together."
      acts={
        useMay("operator") ? (
          <a class="button" href="/elections/new">
            New election
          </a>
        ) : undefined
      }
    >
      <Card title="All elections" note="the newest first" isFlush>
        <Listing
          label="Elections"
          list={list}
          columns={COLUMNS}
          keyOf={({ electionId }) => electionId}
          empty={<Empty title="No elections yet">Create one: its guardians then make its keys.</Empty>}
        />
      </Card>
    </Page>
  );
}
