/** Shows a voter the ballot, encrypts it in the browser and submits it. */
import { answerOf, Empty, Page, Shown, useAction, useAddress, useResource } from "@rota/dashboard";
import { client } from "./election-api.ts";
import type { HomeVote } from "../src/core/home/vote-at-home.ts";
import { useMemo, useState } from "preact/hooks";
import {
  CastStage,
  ChallengedStage,
  type Decided,
  DecideStage,
  type Submitted,
  type VoterElection,
} from "./ballot-decision.tsx";
import { contestsOf, type PaperContest, type PaperOption, seatWords } from "./ballot-paper.ts";
import { takeLinkToken, ToyNotice, voterOf } from "./election-parts.tsx";
import { JobProgress, JobRefused, Refusal, useJob } from "./run-job.tsx";
import { Extensions, HoursSentence } from "./voting-hours.tsx";

export function VoterPage() {
  const electionId = useAddress().params["electionId"] ?? "";
  const token = useMemo(() => takeLinkToken(`vote ${electionId}`), [electionId]);
  if (token === undefined)
    return (
      <Page title="Vote">
        <Empty title="This link is not complete">
          Open the whole link that the election office sent you. To look up a code, go to{" "}
          <a href={`observe/${electionId}`}>the page for everybody</a>.
        </Empty>
      </Page>
    );
  return <Voting electionId={electionId} token={token} />;
}

function Voting({ electionId, token }: { readonly electionId: string; readonly token: string }) {
  const voter = useMemo(() => voterOf(token), [token]);
  const loaded = useResource(`voting ${electionId}`, (signal) => loadElection({ electionId, voter, signal }));
  return (
    <Page title={loaded.value?.voting.title ?? "Vote"}>
      <Shown of={loaded}>{(election) => <Stages election={election} />}</Shown>
    </Page>
  );
}

type Stage =
  | { readonly kind: "choose" }
  | { readonly kind: "decide"; readonly submitted: Submitted }
  | { readonly kind: "decided"; readonly decided: Decided };

function Stages({ election }: { readonly election: VoterElection }) {
  const [stage, setStage] = useState<Stage>({ kind: "choose" });
  const { voting } = election;
  return (
    <>
      <ToyNotice isToy={voting.isToy} />
      <Extensions hours={voting.hours} />
      {voting.linkIssues > 1 && !voting.hasVoted ? (
        <div class="notice" data-tone="waiting">
          <h3>You were given {voting.linkIssues} links</h3>
          <p>This is the newest, and only it works. If you asked for one link only, tell the election office.</p>
        </div>
      ) : null}
      {stage.kind === "choose" ? (
        <Choosing election={election} onSubmitted={(submitted) => setStage({ kind: "decide", submitted })} />
      ) : null}
      {stage.kind === "decide" ? (
        <DecideStage
          election={election}
          submitted={stage.submitted}
          onDecided={(decided) => setStage({ kind: "decided", decided })}
        />
      ) : null}
      {stage.kind === "decided" && stage.decided.kind === "cast" ? (
        <CastStage electionId={voting.electionId} code={stage.decided.code} />
      ) : null}
      {stage.kind === "decided" && stage.decided.kind === "challenged" ? (
        <ChallengedStage election={election} challenged={stage.decided} onAgain={() => setStage({ kind: "choose" })} />
      ) : null}
    </>
  );
}

type ChoosingProps = { readonly election: VoterElection; readonly onSubmitted: (submitted: Submitted) => void };

/** Choices of a voter, or a notice for a voter who has voted or comes too early or too late. */
function Choosing({ election, onSubmitted }: ChoosingProps) {
  const { hasVoted, state, electionId, hours } = election.voting;
  const isBefore = state === "CEREMONY" || state === "READY" || hours?.phase === "BEFORE";
  const isOpen = state === "OPEN" && (hours === null || hours.phase === "DURING");
  if (hasVoted)
    return (
      <Empty title="You have voted">
        One ballot was cast with this link. Look its code up on{" "}
        <a href={`observe/${electionId}`}>the page for everybody</a>.
      </Empty>
    );
  if (!isOpen)
    return (
      <Empty title={isBefore ? "Voting has not begun" : "Voting is over"}>
        <HoursSentence state={state} hours={hours} />
        See <a href={`observe/${electionId}`}>the page for everybody</a>.
      </Empty>
    );
  return <ChooseStage election={election} onSubmitted={onSubmitted} />;
}

type Asked = {
  readonly electionId: string;
  readonly voter: ReturnType<typeof voterOf>;
  readonly signal: AbortSignal;
};

async function loadElection({ electionId, voter, signal }: Asked): Promise<VoterElection> {
  const path = { electionId };
  const header = { "x-election-token": voter.token };
  const [voting, { guardians }] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/voting", { params: { path, header }, signal })),
    answerOf(client.GET("/v1/elections/{electionId}/ceremony/keys", { params: { path }, signal })),
  ]);
  return { voting, guardians, ...voter };
}

type ChooseStageProps = { readonly election: VoterElection; readonly onSubmitted: (submitted: Submitted) => void };

function ChooseStage({ election, onSubmitted }: ChooseStageProps) {
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
  const { run, isRunning, error } = useAction(encrypt);
  const tooMany = contests.filter(({ contestId, votesAllowed }) => (chosen[contestId] ?? []).length > votesAllowed);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <HoursSentence state={voting.state} hours={voting.hours} />
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

type ContestFieldsProps = {
  readonly contest: PaperContest;
  readonly chosen: readonly string[];
  readonly onChoose: (selectionIds: readonly string[]) => void;
};

function ContestFields({ contest, chosen, onChoose }: ContestFieldsProps) {
  const { contestId, title, votesAllowed, seats, options } = contest;
  const isOne = votesAllowed === 1;
  const toggle = (selectionId: string, isChosen: boolean) => {
    if (isOne) onChoose([selectionId]);
    else onChoose(isChosen ? [...chosen, selectionId] : chosen.filter((each) => each !== selectionId));
  };
  return (
    <fieldset class="card contest">
      <legend>{title}</legend>
      <p class="soft small">
        {isOne ? "Choose one, or none." : `Choose up to ${String(votesAllowed)}.`}
        {seats === votesAllowed ? "" : ` ${seatWords(seats)}.`}
      </p>
      {options.map((option) => (
        <label key={option.selectionId} class="option">
          <input
            type={isOne ? "radio" : "checkbox"}
            name={contestId}
            checked={chosen.includes(option.selectionId)}
            onChange={(event) => toggle(option.selectionId, event.currentTarget.checked)}
          />
          <OptionName option={option} />
        </label>
      ))}
      {isOne ? (
        <label class="option">
          <input type="radio" name={contestId} checked={chosen.length === 0} onChange={() => onChoose([])} />
          <span class="soft">None of them</span>
        </label>
      ) : null}
    </fieldset>
  );
}

function OptionName({ option: { name, party } }: { readonly option: PaperOption }) {
  return (
    <span>
      {name}
      {party === undefined ? null : <span class="soft"> {party}</span>}
    </span>
  );
}

const ASK_AGAIN_MS = 1_000;

async function submitVote(
  { voting: { electionId }, token }: VoterElection,
  { code, sent: { ballot, device, castKeyHash } }: HomeVote,
): Promise<void> {
  const params = { path: { electionId }, header: { "x-election-token": token } };
  const body = { ballot, device, castKeyHash };
  const submitted = await answerOf(client.POST("/v1/elections/{electionId}/ballots", { params, body }));
  if (submitted.code !== code)
    throw new JobRefused("the server tells another code than this browser computed", undefined);
  let { state } = submitted;
  while (state === "RECEIVED") {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    const found = client.GET("/v1/elections/{electionId}/ballots/{code}", { params: { path: { electionId, code } } });
    state = (await answerOf(found)).state;
  }
  if (state === "REJECTED") throw new JobRefused("the server refused the ballot: tell the election office", undefined);
}
