/** The ballot: choices in every contest, encrypted in this browser and sent to be verified. */
import { useMemo, useState } from "preact/hooks";
import { useAct } from "../../../api/use-act.ts";
import { contestsOf } from "../shared/paper.ts";
import { JobProgress } from "../shared/job-progress.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { useJob } from "../shared/use-job.ts";
import { ContestFields } from "./contest-fields.tsx";
import { submitVote } from "./submit-vote.ts";
import type { Submitted, VoterElection } from "./voter-election.ts";

type ChooseStageProps = { readonly election: VoterElection; readonly onSubmitted: (submitted: Submitted) => void };

export function ChooseStage({ election, onSubmitted }: ChooseStageProps) {
  const { voting, guardians } = election;
  const contests = useMemo(() => contestsOf(voting.manifest, voting.styleId), [voting]);
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly string[]>>>({});
  const { progress, run: runJob } = useJob();
  const choices = contests.map(({ contestId }) => ({ contestId, selectionIds: chosen[contestId] ?? [] }));
  const encrypt = async () => {
    const { group, styleId, timestamp, manifest, context } = voting;
    const paper = { styleId, timestamp, manifest, context, guardians };
    const vote = await runJob("encrypt", { group, paper, choices });
    await submitVote(election, vote);
    onSubmitted({ vote, choices });
  };
  const { run, isRunning, error } = useAct(encrypt);
  const tooMany = contests.filter(({ contestId, votesAllowed }) => (chosen[contestId] ?? []).length > votesAllowed);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {contests.map((contest) => (
        <ContestFields
          key={contest.contestId}
          contest={contest}
          chosen={chosen[contest.contestId] ?? []}
          onChoose={(selectionIds) => setChosen({ ...chosen, [contest.contestId]: selectionIds })}
        />
      ))}
      <p class="soft">
        The ballot is encrypted on this device; the server never sees what you chose. Afterwards you get a code, and
        then you decide whether to cast the ballot.
      </p>
      <Refusal error={error} />
      <JobProgress progress={progress ?? (isRunning ? { text: "The ballot is being verified" } : undefined)} />
      <div class="row">
        <button type="submit" data-kind="primary" disabled={isRunning || tooMany.length > 0}>
          Encrypt and get the code
        </button>
        <span class="soft" role="status">
          {tooMany.length > 0 ? `Too many choices: ${tooMany.map(({ title }) => title).join(", ")}` : "Not voted yet."}
        </span>
      </div>
    </form>
  );
}
