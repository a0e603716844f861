/** Shows the turnout, adds voters and issues their links. */
import { ActionButton, ActionForm, addressOf, answerOf, Card, Field, Figures } from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, type LedElection } from "./election-api.ts";
import { type GivenLink, LinksDialog } from "./links-dialog.tsx";

type VotersCardProps = { readonly led: LedElection; readonly mayAct: boolean; readonly onDone: () => void };

export function VotersCard({ led, mayAct, onDone }: VotersCardProps) {
  const { electionId } = led.election;
  const { voters, voted, ballots } = led.standing;
  const [links, setLinks] = useState<readonly GivenLink[]>();
  const [isAdding, setAdding] = useState(false);
  const give = async () => {
    const params = { path: { electionId } };
    const given = await answerOf(client.POST("/v1/elections/{electionId}/voters/tokens", { params, body: {} }));
    setLinks(
      given.tokens.map(({ voterId, token }) => ({
        name: voterId,
        link: addressOf(`vote/${electionId}#${token}`),
      })),
    );
  };
  const send = () =>
    client.POST("/v1/elections/{electionId}/voters/links", { params: { path: { electionId } }, body: {} });
  return (
    <Card title="Turn-out" note={voters === 0 ? "nobody is on the roll" : `${percent(voted, voters)} of the roll`}>
      <div class="stack">
        <Figures
          figures={[
            { name: "On the roll", value: String(voters) },
            { name: "Have voted", value: String(voted) },
            { name: "Ballots cast", value: String(ballots.cast) },
            { name: "Challenged", value: String(ballots.challenged) },
            { name: "Undecided", value: String(ballots.submitted) },
            { name: "Being verified", value: String(ballots.received) },
            { name: "Refused", value: String(ballots.rejected) },
          ]}
        />
        {mayAct ? (
          <div class="row">
            <button type="button" onClick={() => setAdding(true)}>
              Add voters
            </button>
            {led.election.voterLinks === "sent" ? (
              <ActionButton action={send} onDone={onDone}>
                Send voters their links
              </ActionButton>
            ) : (
              <ActionButton action={give}>Give voters their links</ActionButton>
            )}
          </div>
        ) : null}
      </div>
      {isAdding ? <AddVoters electionId={electionId} onClose={() => setAdding(false)} onDone={onDone} /> : null}
      {links === undefined ? null : (
        <LinksDialog
          title="Links of the voters"
          fileName={`voters-of-election-${electionId}.csv`}
          links={links}
          onClose={() => setLinks(undefined)}
        />
      )}
    </Card>
  );
}

type AddVotersProps = { readonly electionId: string; readonly onClose: () => void; readonly onDone: () => void };

function AddVoters({ electionId, onClose, onDone }: AddVotersProps) {
  const [csv, setCsv] = useState("");
  const add = () =>
    client.POST("/v1/elections/{electionId}/voters", { params: { path: { electionId } }, body: { csv } });
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <ActionForm title="Add voters" verb="Put them on the roll" action={add} onDone={done} onClose={onClose}>
      <Field
        label="CSV"
        value={csv}
        onInput={setCsv}
        lines={8}
        isRequired
        hint="Its first line names the columns: voter_id or email, and precinct if there are several."
      />
    </ActionForm>
  );
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} %`;
}
