/** The code first, then one of two: cast the ballot, or challenge it. Until then nothing is voted. */
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useAct } from "../../../api/use-act.ts";
import { Card } from "../../../components/layout/card.tsx";
import { CodeQr } from "../shared/code/code-qr.tsx";
import { CodeText } from "../shared/code/code-text.tsx";
import { Refusal } from "../shared/refusal.tsx";
import type { Decided, Submitted, VoterElection } from "./voter-election.ts";

type DecideStageProps = {
  readonly election: VoterElection;
  readonly submitted: Submitted;
  readonly onDecided: (decided: Decided) => void;
};

export function DecideStage({ election, submitted: { vote, choices }, onDecided }: DecideStageProps) {
  const { code, castKey, nonce } = vote;
  const path = { electionId: election.voting.electionId, code };
  const [decision, setDecision] = useState<"cast" | "challenge">("cast");
  const decide = async () => {
    if (decision === "cast") {
      const params = { path, header: { "x-election-token": election.token } };
      await client.POST("/v1/elections/{electionId}/ballots/{code}/cast", { params, body: { castKey } });
      onDecided({ kind: "cast", code });
    } else {
      const body = { castKey, nonce };
      await client.POST("/v1/elections/{electionId}/ballots/{code}/challenge", { params: { path }, body });
      onDecided({ kind: "challenged", code, nonce, choices });
    }
  };
  const { run, isRunning, error } = useAct(decide);
  return (
    <>
      <div class="notice" data-tone="waiting" role="status">
        <h3>You have not voted yet</h3>
        <p>
          Your ballot is encrypted. Note or photograph its code, then cast it. If you close this page now, nothing is
          counted.
        </p>
      </div>
      <CodeCard {...path} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <fieldset class="card contest">
          <legend>What shall happen to this ballot?</legend>
          <label class="option">
            <input type="radio" name="decision" checked={decision === "cast"} onChange={() => setDecision("cast")} />
            <span>
              <b>Cast it.</b> It is counted, stays secret, and cannot be taken back.
            </span>
          </label>
          <label class="option">
            <input
              type="radio"
              name="decision"
              checked={decision === "challenge"}
              onChange={() => setDecision("challenge")}
            />
            <span>
              <b>Challenge it.</b> It is opened for everybody to see whether it was encrypted rightly, and is never
              counted. You then fill in another one.
            </span>
          </label>
        </fieldset>
        <Refusal error={error} />
        <div class="row">
          <button type="submit" data-kind={decision === "cast" ? "primary" : "danger"} disabled={isRunning}>
            {decision === "cast" ? "Cast this ballot" : "Challenge this ballot"}
          </button>
        </div>
      </form>
    </>
  );
}

function CodeCard({ electionId, code }: { readonly electionId: string; readonly code: string }) {
  return (
    <Card title="The code of your ballot">
      <p>
        <CodeText code={code} />
      </p>
      <CodeQr electionId={electionId} code={code} />
      <p class="soft small">It says nothing about your choices. With it anybody can see that the ballot is counted.</p>
    </Card>
  );
}
