/** A challenged ballot, opened: this browser repeats its encryption from what was published. */
import { answerOf } from "@rota/client";
import { useMemo } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Loading } from "../../../components/layout/loading.tsx";
import { runJob } from "../core/run-job.ts";
import { CodeText } from "../shared/code/code-text.tsx";
import { contestsOf } from "../shared/paper.ts";
import { Refusal } from "../shared/refusal.tsx";
import type { Challenged, VoterElection } from "./voter-election.ts";

type ChallengedStageProps = {
  readonly election: VoterElection;
  readonly challenged: Challenged;
  readonly onAgain: () => void;
};

export function ChallengedStage({ election, challenged, onAgain }: ChallengedStageProps) {
  const { code, choices } = challenged;
  const { electionId, manifest } = election.voting;
  const contests = useMemo(() => contestsOf(manifest), [manifest]);
  const checked = useResource(`challenged ${code}`, async () => ({ objection: await repeat(election, challenged) }));
  return (
    <>
      <div class="notice" data-tone="waiting" role="status">
        <h3>You have not voted yet</h3>
        <p>The ballot below was opened and is never counted. Fill in another one to vote.</p>
      </div>
      <Card title="The opened ballot">
        <p>
          <CodeText code={code} />
        </p>
        <ul class="opened">
          {choices.map(({ contestId, selectionIds }) => {
            const contest = contests.find((each) => each.contestId === contestId);
            const names = contest?.options.filter(({ selectionId }) => selectionIds.includes(selectionId));
            const text = names?.map(({ name }) => name).join(", ") ?? "";
            return (
              <li key={contestId}>
                {contest?.title}: {text === "" ? "none" : text}
              </li>
            );
          })}
        </ul>
        <Verdict checked={checked} />
        <p class="small">
          A device that cheats could also cheat here: <a href={`/observe/${electionId}#${code}`}>look the code up</a> on
          another one.
        </p>
      </Card>
      <div class="row">
        <button type="button" data-kind="primary" onClick={onAgain}>
          Fill in another ballot
        </button>
      </div>
    </>
  );
}

type Checked = { readonly value: { readonly objection: string | null } | undefined; readonly error: unknown };

function Verdict({ checked: { value, error } }: { readonly checked: Checked }) {
  if (error !== undefined) return <Refusal error={error} />;
  if (value === undefined) return <Loading />;
  return value.objection === null ? (
    <p role="status">
      Encrypted once more with what was published, it gives the same code: it held exactly these choices.
    </p>
  ) : (
    <div class="notice" data-tone="bad" role="alert">
      <h3>This ballot was not encrypted as you chose</h3>
      <p>{value.objection}. Do not vote with this device, and tell the election office.</p>
    </div>
  );
}

/** From the published ballot, not from what this page remembers of it. */
async function repeat({ voting, guardians }: VoterElection, { code, choices }: Challenged): Promise<string | null> {
  const params = { path: { electionId: voting.electionId, code } };
  const [ballot, { opened }] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}/encrypted", { params })),
    answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params })),
  ]);
  const paper = { manifest: voting.manifest, context: voting.context, guardians };
  return runJob("repeat", { group: voting.group, paper, ballot, nonce: opened?.nonce ?? "", choices, code });
}
