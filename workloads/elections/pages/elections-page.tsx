/** Lists elections, newest first. */
import { answerOf, Card, type Column, Empty, given, Listing, Page, Time, useList, useMay } from "@rota/dashboard";
import { client, type ElectionItem } from "./election-api.ts";
import { ElectionState } from "./election-parts.tsx";

const COLUMNS: readonly Column<ElectionItem>[] = [
  {
    name: "Election",
    cell: ({ electionId, title, isToy }) => (
      <>
        <a class="name" href={`elections/${electionId}`}>
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
        <ElectionState state={state} />
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
      actions={
        useMay("operator") ? (
          <a class="button" href="elections/new">
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
