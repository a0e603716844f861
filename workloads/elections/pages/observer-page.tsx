/** Shows the public an election: a ballot by its code, the results, all codes and the verification of the record. */
import {
  answerOf,
  Card,
  type Column,
  Empty,
  Field,
  given,
  Listing,
  Page,
  ReportView,
  Shown,
  useAction,
  useAddress,
  useList,
  useResource,
} from "@rota/dashboard";
import type { RecordReport } from "../src/verify/open-record.ts";
import { useEffect, useState } from "preact/hooks";
import { contestsOf, titleOf } from "./ballot-paper.ts";
import { client, type BallotView, type BulletinItem, type Ceremony, type Results } from "./election-api.ts";
import { codeFrom, CodeText, ElectionState, ToyNotice } from "./election-parts.tsx";
import { ResultsCard } from "./results-card.tsx";
import { JobProgress, JobRefused, Refusal, useJob } from "./run-job.tsx";
import { type Hours, HoursCard } from "./voting-hours.tsx";

export function ObserverPage() {
  const electionId = useAddress().params["electionId"] ?? "";
  const seen = useResource(`observed ${electionId}`, (signal) => load(electionId, signal), { everyMs: 15_000 });
  return (
    <Page
      title={seen.value === undefined ? "Election" : titleOf(seen.value.manifest)}
      about="What everybody may see and check."
      actions={seen.value === undefined ? undefined : <ElectionState state={seen.value.ceremony.state} />}
    >
      <Shown of={seen}>{(election) => <Seen election={election} />}</Shown>
    </Page>
  );
}

function Seen({ election }: { readonly election: SeenElection }) {
  const { electionId, ceremony, manifest, hours, results } = election;
  return (
    <>
      <ToyNotice isToy={ceremony.group.startsWith("toy-")} />
      <HoursCard state={ceremony.state} hours={hours} />
      <LookUpCard election={election} />
      {results === undefined ? null : <ResultsCard results={results} contests={contestsOf(manifest)} />}
      {results === undefined ? null : <VerifyCard electionId={electionId} group={ceremony.group} />}
      <CodesCard electionId={electionId} />
    </>
  );
}

/** Loads an election. Its results are requested only once they exist. */
async function load(electionId: string, signal: AbortSignal): Promise<SeenElection> {
  const asked = { params: { path: { electionId } }, signal };
  const [ceremony, manifest, { hours }] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/ceremony", asked)),
    answerOf(client.GET("/v1/elections/{electionId}/manifest", asked)),
    answerOf(client.GET("/v1/elections/{electionId}/hours", asked)),
  ]);
  const isCounted = ceremony.state === "DECRYPTED";
  const results = isCounted ? await answerOf(client.GET("/v1/elections/{electionId}/results", asked)) : undefined;
  return { electionId, ceremony, manifest, hours, results };
}

function LookUpCard({ election }: { readonly election: SeenElection }) {
  const [code, setCode] = useState(() => codeFrom(location.hash));
  const [found, setFound] = useState<BallotView>();
  const lookUp = async () => {
    setFound(undefined);
    const path = { electionId: election.electionId, code: codeFrom(code) };
    setFound(await answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params: { path } })));
  };
  const { run, isRunning, error } = useAction(lookUp);
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

type Opened = NonNullable<BallotView["opened"]>;
type OpenedBallotProps = { readonly ballot: BallotView; readonly opened: Opened; readonly election: SeenElection };

function OpenedBallot({ ballot: { code }, opened, election }: OpenedBallotProps) {
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
  const { run, isRunning, error } = useAction(check);
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

function VerifyCard({ electionId, group }: { readonly electionId: string; readonly group: string }) {
  const [report, setReport] = useState<RecordReport>();
  const { progress, run: runJob } = useJob();
  const verify = async (load: () => Promise<Blob>) => {
    setReport(undefined);
    const zip = new Uint8Array(await (await load()).arrayBuffer());
    setReport(await runJob("verify", { group, zip }));
  };
  const { run, isRunning, error } = useAction(() => verify(() => download(electionId)));
  return (
    <Card title="The record" note="everything that anybody needs to check the count">
      <div class="stack">
        <p class="soft">
          This page was handed out by the server of the election. Who does not trust it downloads the record and runs{" "}
          <code>rota elections verify</code>, or a verifier by others, elsewhere.
        </p>
        <div class="row">
          <a class="button" href={`v1/elections/${electionId}/record`} download={`election-${electionId}.zip`}>
            Download
          </a>
          <button type="button" data-kind="primary" onClick={run} disabled={isRunning}>
            Verify in this browser
          </button>
        </div>
        <JobProgress progress={progress ?? (isRunning ? { text: "Loading the record" } : undefined)} />
        <Refusal error={error} />
        {report === undefined ? null : (
          <ReportView report={report} valid="The record is valid" invalid="The record is not valid" />
        )}
      </div>
    </Card>
  );
}

async function download(electionId: string): Promise<Blob> {
  const response = await fetch(`v1/elections/${electionId}/record`);
  if (response.ok) return response.blob();
  throw new JobRefused("the record could not be loaded: it may not be written yet", undefined);
}

const COLUMNS: readonly Column<BulletinItem>[] = [
  { name: "Code", cell: ({ code }) => <CodeText code={code} /> },
  { name: "State", cell: ({ state }) => <ElectionState state={state} /> },
];

function CodesCard({ electionId }: { readonly electionId: string }) {
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

type SeenElection = {
  readonly electionId: string;
  readonly ceremony: Ceremony;
  readonly manifest: unknown;
  readonly hours: Hours | null;
  /** Results; undefined before the count is done. */
  readonly results: Results | undefined;
};
