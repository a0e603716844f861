/** The votes of a challenged ballot, and the check of them in this browser. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useAct } from "../../../api/use-act.ts";
import { contestsOf } from "../shared/paper.ts";
import { JobProgress } from "../shared/job-progress.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { useJob } from "../shared/use-job.ts";
import type { BallotView } from "../shared/wire.ts";
import type { SeenElection } from "./seen-election.ts";

type Opened = NonNullable<BallotView["opened"]>;
type OpenedBallotProps = { readonly ballot: BallotView; readonly opened: Opened; readonly election: SeenElection };

export function OpenedBallot({ ballot: { code }, opened, election }: OpenedBallotProps) {
  const { electionId, ceremony, manifest } = election;
  const [verdict, setVerdict] = useState<string>();
  const { progress, run: runJob } = useJob();
  const choices = Object.entries(opened.votes ?? {}).map(([contestId, votes]) => ({
    contestId,
    selectionIds: Object.keys(votes).filter((selectionId) => votes[selectionId] === 1),
  }));
  const check = async () => {
    const path = { electionId };
    const [ballot, { guardians }] = await Promise.all([
      answerOf(
        client.GET("/v1/elections/{electionId}/ballots/{code}/encrypted", { params: { path: { ...path, code } } }),
      ),
      answerOf(client.GET("/v1/elections/{electionId}/ceremony/keys", { params: { path } })),
    ]);
    const work = { paper: { manifest, guardians }, ballot, nonce: opened.nonce, choices, code };
    const objection = await runJob("repeat", { group: ceremony.group, ...work });
    setVerdict(objection ?? "Encrypted once more with the published nonce, these votes give the same code.");
  };
  const { run, isRunning, error } = useAct(check);
  if (opened.votes === null) return <p>{opened.objection ?? "It is being opened: come back in a moment."}</p>;
  const contests = contestsOf(manifest);
  return (
    <>
      <ul class="opened">
        {choices.map(({ contestId, selectionIds }) => {
          const contest = contests.find((each) => each.contestId === contestId);
          const names = contest?.options.filter(({ selectionId }) => selectionIds.includes(selectionId)) ?? [];
          return (
            <li key={contestId}>
              {contest?.title ?? contestId}: {names.length === 0 ? "none" : names.map(({ name }) => name).join(", ")}
            </li>
          );
        })}
      </ul>
      <div class="row">
        <button type="button" onClick={run} disabled={isRunning}>
          Check it in this browser
        </button>
        <span>{verdict}</span>
      </div>
      <JobProgress progress={progress} />
      <Refusal error={error} />
    </>
  );
}
