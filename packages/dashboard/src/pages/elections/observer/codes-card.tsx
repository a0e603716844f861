/** The codes of all verified ballots, with what became of each. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { useList } from "../../../api/use-list.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Listing } from "../../../components/lists/listing.tsx";
import type { Column } from "../../../components/lists/table.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { CodeText } from "../shared/code/code-text.tsx";
import type { BulletinItem } from "../shared/wire.ts";

const COLUMNS: readonly Column<BulletinItem>[] = [
  { name: "Code", cell: ({ code }) => <CodeText code={code} /> },
  { name: "State", cell: ({ state }) => <StateBadge state={state} /> },
];

export function CodesCard({ electionId }: { readonly electionId: string }) {
  const list = useList(`codes ${electionId}`, (after, signal) => {
    const params = { path: { electionId }, query: given({ after }) };
    return answerOf(client.GET("/v1/elections/{electionId}/bulletin", { params, signal }));
  });
  return (
    <Card title="All codes" note="by code, which tells nothing about when" isFlush>
      <Listing
        label="Codes"
        list={list}
        columns={COLUMNS}
        keyOf={({ code }) => code}
        empty={<Empty title="No ballots yet">Codes appear here once ballots are verified.</Empty>}
      />
    </Card>
  );
}
