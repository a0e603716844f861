/** What became of the ballot with a code; a challenged one can be checked in this browser. */
import { answerOf } from "@rota/client";
import { useEffect, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useAct } from "../../../api/use-act.ts";
import { Field } from "../../../components/forms/field.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { codeFrom, CodeText } from "../shared/code/code-text.tsx";
import { Refusal } from "../shared/refusal.tsx";
import type { BallotView } from "../shared/wire.ts";
import { OpenedBallot } from "./opened-ballot.tsx";
import type { SeenElection } from "./seen-election.ts";

export function LookUpCard({ election }: { readonly election: SeenElection }) {
  const [code, setCode] = useState(() => codeFrom(location.hash));
  const [found, setFound] = useState<BallotView>();
  const lookUp = async () => {
    setFound(undefined);
    const path = { electionId: election.electionId, code: codeFrom(code) };
    setFound(await answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params: { path } })));
  };
  const { run, isRunning, error } = useAct(lookUp);
  useEffect(() => {
    if (code !== "") run();
  }, []);
  return (
    <Card title="Look up a code">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Field
          label="Code"
          value={code}
          onInput={setCode}
          isRequired
          hint="As it was shown to the voter; spaces do not matter."
        />
        <div class="row">
          <button type="submit" data-kind="primary" disabled={isRunning || codeFrom(code) === ""}>
            Look it up
          </button>
        </div>
        <Refusal error={error} />
      </form>
      {found === undefined ? null : <Found ballot={found} election={election} />}
    </Card>
  );
}

type FoundProps = { readonly ballot: BallotView; readonly election: SeenElection };

function Found({ ballot, election }: FoundProps) {
  return (
    <div class="stack" role="status">
      <p>
        <CodeText code={ballot.code} />
      </p>
      <p>{wordsOf(ballot, election)}</p>
      {ballot.isKiosk ? <p>The server encrypted this ballot at a kiosk, and knew the vote.</p> : null}
      {ballot.opened === null ? null : <OpenedBallot ballot={ballot} opened={ballot.opened} election={election} />}
    </div>
  );
}

function wordsOf({ state }: BallotView, { results }: SeenElection): string {
  switch (state) {
    case "CAST":
      return results === undefined
        ? "This ballot is cast and will be counted."
        : "This ballot is counted in the tally.";
    case "CHALLENGED":
      return "This ballot was challenged: it is opened below, and never counted.";
    case "SUBMITTED":
      return "This ballot was encrypted, and neither cast nor challenged. It is not counted.";
    case "RECEIVED":
      return "This ballot has arrived and is being verified. It is not cast.";
    case "REJECTED":
      return "This ballot was refused: its proofs do not hold. It is not counted.";
  }
}
