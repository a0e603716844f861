/** The board of the key ceremony: who is missing in which round, and the links of guardians. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { ActButton } from "../../../../components/forms/act-button.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import { Table, type Column } from "../../../../components/lists/table.tsx";
import type { Ceremony } from "../../shared/wire.ts";
import { LinksDialog, type GivenLink } from "./links-dialog.tsx";
import { RestartCeremony } from "./restart-ceremony.tsx";

type Guardian = Ceremony["guardians"][number];
type CeremonyCardProps = {
  readonly electionId: string;
  readonly ceremony: Ceremony;
  readonly mayAct: boolean;
  readonly onDone: () => void;
};

const done = (isDone: boolean) => (isDone ? "done" : <span class="soft">missing</span>);
const COLUMNS: readonly Column<Guardian>[] = [
  { name: "Guardian", cell: ({ sequence, name }) => `${String(sequence)}. ${name}` },
  { name: "Link", cell: ({ hasToken }) => (hasToken ? "given" : <span class="soft">not given</span>) },
  { name: "Keys", cell: ({ hasPublished }) => done(hasPublished) },
  { name: "Backups", cell: ({ hasBackedUp }) => done(hasBackedUp) },
  { name: "Checked", cell: ({ hasVerified }) => done(hasVerified) },
];

export function CeremonyCard({ electionId, ceremony, mayAct, onDone }: CeremonyCardProps) {
  const { round, guardians, challenges } = ceremony;
  const [links, setLinks] = useState<readonly GivenLink[]>();
  const give = async () => {
    const params = { path: { electionId } };
    const given = await answerOf(client.POST("/v1/elections/{electionId}/guardians/tokens", { params, body: {} }));
    setLinks(
      given.tokens.map(({ sequence, name, token }) => ({
        name,
        link: `${location.origin}/guardian/${electionId}#${String(sequence)}.${token}`,
      })),
    );
  };
  return (
    <Card title="Key ceremony" note={round === 4 ? "done" : `round ${String(round)} of 3`} isFlush>
      <Table label="Guardians" columns={COLUMNS} rows={guardians} keyOf={({ guardianId }) => guardianId} />
      <div class="card-body stack">
        {challenges.map(({ sender, receiver, state, reason }) => (
          <p key={`${String(sender)} ${String(receiver)}`} class="anywhere">
            Guardian {receiver} challenged the backup of {sender}, {state.toLowerCase()}: {reason}
          </p>
        ))}
        {mayAct ? (
          <div class="row">
            <ActButton act={give}>Give guardians their links</ActButton>
            {ceremony.state === "CEREMONY" ? (
              <RestartCeremony electionId={electionId} guardians={guardians} onDone={onDone} />
            ) : null}
          </div>
        ) : null}
      </div>
      {links === undefined ? null : (
        <LinksDialog
          title="Links of the guardians"
          fileName={`guardians-of-election-${electionId}.csv`}
          links={links}
          onClose={() => setLinks(undefined)}
        />
      )}
    </Card>
  );
}
