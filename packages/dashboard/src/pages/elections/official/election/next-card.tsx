/** What an official does next, and what is waited for. */
import { client } from "../../../../api/client.ts";
import { ActButton } from "../../../../components/forms/act-button.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import type { LedElection } from "./led-election.ts";

type NextCardProps = { readonly led: LedElection; readonly mayAct: boolean; readonly onDone: () => void };

export function NextCard({ led, mayAct, onDone }: NextCardProps) {
  const { stateError } = led.election;
  const step = stepOf(led);
  return (
    <Card title="What is next">
      <div class="stack">
        {stateError === null ? null : (
          <div class="notice" data-tone="bad" role="alert">
            <h3>This phase failed</h3>
            <p class="anywhere">{stateError}</p>
            <p>It can be started again.</p>
          </div>
        )}
        <p>{step.why}</p>
        {step.act === undefined || !mayAct ? null : (
          <div class="row">
            <ActButton kind="primary" act={step.act} onDone={onDone}>
              {step.verb}
            </ActButton>
          </div>
        )}
      </div>
    </Card>
  );
}

type Step = { readonly why: string; readonly verb?: string; readonly act?: () => Promise<unknown> };

function stepOf({ election, ceremony, standing, decryption }: LedElection): Step {
  const params = { path: { electionId: election.electionId } };
  const sent = { params, body: {} };
  const combine = {
    verb: "Combine the shares",
    act: () => client.POST("/v1/elections/{electionId}/combine", sent),
  };
  const tally = { verb: "Start the tally", act: () => client.POST("/v1/elections/{electionId}/tally", sent) };
  const isStopped = election.stateError !== null;
  switch (election.state) {
    case "CEREMONY":
      return {
        why: `Guardians make the keys of the election: round ${String(ceremony.round)} of 3. Give them their links.`,
      };
    case "READY":
      return {
        why: `The keys are made. ${String(standing.voters)} voters are on the roll. Opening freezes manifest and keys.`,
        verb: "Open for voting",
        act: () => client.POST("/v1/elections/{electionId}/open", sent),
      };
    case "OPEN":
      return {
        why: `Voting is open: ${String(standing.voted)} of ${String(standing.voters)} have voted. Closing is final.`,
        verb: "Close voting",
        act: () => client.POST("/v1/elections/{electionId}/close", sent),
      };
    case "CLOSED":
      return { why: "Voting is closed. The tally adds up all cast ballots without opening them.", ...tally };
    case "TALLYING":
      return { why: "The ballots are being checked once more and added up.", ...(isStopped ? tally : {}) };
    case "TALLIED":
    case "DECRYPTING":
      return decryption?.isComplete === true
        ? { why: "All shares are here. Combining fixes for ever whose shares count.", ...combine }
        : {
            why: "Guardians decrypt with their links. Who stays away can be declared missing; the others then stand in.",
          };
    case "COMBINING":
      return { why: "The shares are being combined.", ...(isStopped ? combine : {}) };
    case "DECRYPTED":
      return { why: "The results and the record are published." };
  }
}
