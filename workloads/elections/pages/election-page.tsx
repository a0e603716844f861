/** Shows one election to its officials: the next step, the phases, guardians, voters and results. */
import {
  ActionButton,
  answerOf,
  Card,
  type Column,
  Facts,
  Page,
  Shown,
  Table,
  Time,
  useAddress,
  useMay,
  useResource,
} from "@rota/dashboard";
import { contestsOf } from "./ballot-paper.ts";
import { client, type LedElection, loadElection, type PhaseStatus } from "./election-api.ts";
import { ElectionState, ToyNotice } from "./election-parts.tsx";
import { CeremonyCard, DecryptionCard } from "./guardian-cards.tsx";
import { ResultsCard } from "./results-card.tsx";
import { VotersCard } from "./voters-card.tsx";
import { HoursCard } from "./voting-hours.tsx";

export function ElectionPage() {
  const electionId = useAddress().params["electionId"] ?? "";
  const loaded = useResource(`election ${electionId}`, (signal) => loadElection(electionId, signal), {
    on: ["task"],
    everyMs: 3_000,
  });
  return (
    <Page
      title={loaded.value?.election.title ?? "Election"}
      trail={<a href="elections">Elections</a>}
      actions={loaded.value === undefined ? undefined : <ElectionState state={loaded.value.election.state} />}
    >
      <Shown of={loaded}>{(led) => <Led led={led} onDone={loaded.reload} />}</Shown>
    </Page>
  );
}

function Led({ led, onDone }: { readonly led: LedElection; readonly onDone: () => void }) {
  const { election, ceremony, decryption } = led;
  const mayAct = useMay("operator");
  return (
    <>
      <ToyNotice isToy={election.isToy} />
      <NextCard led={led} mayAct={mayAct} onDone={onDone} />
      {election.state === "DECRYPTED" ? <Counted electionId={election.electionId} /> : null}
      <HoursCard
        state={election.state}
        hours={election.hours}
        {...(mayAct ? { extend: { electionId: election.electionId, onDone } } : {})}
      />
      <PhasesCard led={led} />
      <About led={led} />
      <CeremonyCard electionId={election.electionId} ceremony={ceremony} mayAct={mayAct} onDone={onDone} />
      <VotersCard led={led} mayAct={mayAct} onDone={onDone} />
      {decryption === undefined ? null : (
        <DecryptionCard electionId={election.electionId} decryption={decryption} mayAct={mayAct} onDone={onDone} />
      )}
    </>
  );
}

function About({ led: { election } }: { readonly led: LedElection }) {
  const { electionId, quorum, guardians, group, reporting, chunkSize, manifestHash, isKiosk } = election;
  return (
    <Card title="About it">
      <Facts
        facts={{
          "For everybody": (
            <a href={`observe/${electionId}`} target="_blank" rel="noreferrer">{`observe/${electionId}`}</a>
          ),
          Guardians: `${String(quorum)} of ${String(guardians)} are enough`,
          Group: group,
          "Totals published for": reporting,
          "Ballots of a chunk": String(chunkSize),
          Kiosk: isKiosk ? "the server may encrypt, and then knows votes" : undefined,
          "Hash of the manifest": <code>{manifestHash}</code>,
          Created: (
            <>
              <Time at={election.createdAt} /> by {election.createdBy}
            </>
          ),
          Opened: election.openedAt === null ? undefined : <Time at={election.openedAt} />,
          Closed: election.closedAt === null ? undefined : <Time at={election.closedAt} />,
        }}
      />
    </Card>
  );
}

function Counted({ electionId }: { readonly electionId: string }) {
  const params = { path: { electionId } };
  const counted = useResource(`counted ${electionId}`, async (signal) => ({
    results: await answerOf(client.GET("/v1/elections/{electionId}/results", { params, signal })),
    contests: contestsOf(await answerOf(client.GET("/v1/elections/{electionId}/manifest", { params, signal }))),
  }));
  return (
    <>
      <Shown of={counted}>{({ results, contests }) => <ResultsCard results={results} contests={contests} />}</Shown>
      <Card title="The record">
        <a class="button" href={`v1/elections/${electionId}/record`} download={`election-${electionId}.zip`}>
          Download the record
        </a>
      </Card>
    </>
  );
}

type NextCardProps = { readonly led: LedElection; readonly mayAct: boolean; readonly onDone: () => void };

function NextCard({ led, mayAct, onDone }: NextCardProps) {
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
        {step.action === undefined || !mayAct ? null : (
          <div class="row">
            <ActionButton kind="primary" action={step.action} onDone={onDone}>
              {step.verb}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  );
}

type Step = { readonly why: string; readonly verb?: string; readonly action?: () => Promise<unknown> };

/** How long a page waits in line for a phase. */
const WAIT_MS = 3_600_000;
const IN_LINE = "If it fails or is stopped, the next in line starts it again.";

function stepOf({ election, ceremony, standing, decryption, tally: tallying, combine: combining }: LedElection): Step {
  const params = { path: { electionId: election.electionId } };
  const sent = { params, body: {} };
  const waiting = { params, body: { waitMs: WAIT_MS } };
  const combine = {
    verb: "Combine the shares",
    action: () => client.POST("/v1/elections/{electionId}/combine", sent),
  };
  const tally = { verb: "Start the tally", action: () => client.POST("/v1/elections/{electionId}/tally", sent) };
  const inLine = (status: PhaseStatus | undefined, action: () => Promise<unknown>) =>
    status?.isLocked === true ? { verb: "Wait in line", action } : {};
  const isStopped = election.stateError !== null;
  switch (election.state) {
    case "CEREMONY":
      return {
        why: `Guardians make the keys of the election: round ${String(ceremony.round)} of 3. Give them their links.`,
      };
    case "READY":
      return {
        why: `The keys are made. ${String(standing.voters)} voters are on the roll. Opening freezes manifest and keys.${election.hours?.phase === "BEFORE" ? " It opens by itself when voting begins." : ""}`,
        verb: "Open for voting",
        action: () => client.POST("/v1/elections/{electionId}/open", sent),
      };
    case "OPEN":
      return {
        why: openWords(election, standing),
        verb: "Close voting",
        action: () => client.POST("/v1/elections/{electionId}/close", sent),
      };
    case "CLOSED":
      return { why: "Voting is closed. The tally adds up all cast ballots without opening them.", ...tally };
    case "TALLYING":
      return {
        why: `The ballots are being checked once more and added up. ${IN_LINE}`,
        ...(isStopped ? tally : inLine(tallying, () => client.POST("/v1/elections/{electionId}/tally", waiting))),
      };
    case "TALLIED":
    case "DECRYPTING":
      return decryption?.isComplete === true
        ? { why: "All shares are here. Combining fixes for ever whose shares count.", ...combine }
        : {
            why: "Guardians decrypt with their links. Who stays away can be declared missing; the others then stand in.",
          };
    case "COMBINING":
      return {
        why: `The shares are being combined. ${IN_LINE}`,
        ...(isStopped ? combine : inLine(combining, () => client.POST("/v1/elections/{electionId}/combine", waiting))),
      };
    case "DECRYPTED":
      return { why: "The results and the record are published." };
  }
}

function openWords({ hours }: LedElection["election"], { voted, voters }: LedElection["standing"]): string {
  const turnOut = `${String(voted)} of ${String(voters)} have voted.`;
  if (hours?.phase === "BEFORE") return `The election is open, and voting has not begun. ${turnOut}`;
  if (hours?.phase === "AFTER")
    return `Voting has ended. The election closes when all ballots are verified. ${turnOut}`;
  return `Voting is open: ${turnOut} Closing is final${hours === null ? "." : ", and it happens by itself when voting ends."}`;
}

type Phase = { readonly name: string; readonly status: PhaseStatus };

const COLUMNS: readonly Column<Phase>[] = [
  { name: "Phase", cell: ({ name }) => name },
  { name: "State", cell: ({ status: { status } }) => status.replaceAll("_", " ") },
  {
    name: "Chunks",
    cell: ({ name, status: { processedChunks, totalChunks, failedChunks } }) => (
      <div class="job-progress">
        <progress
          aria-label={`Chunks of the ${name.toLowerCase()}`}
          value={processedChunks}
          max={Math.max(1, totalChunks)}
        />
        <span>
          {processedChunks} of {totalChunks}
          {failedChunks === 0 ? "" : `, ${String(failedChunks)} failed`}
        </span>
      </div>
    ),
  },
  {
    name: "Started by",
    cell: ({ status: { createdBy, isLocked, lockHeldBy, lockStartTime, expectedEndTime } }) => (
      <>
        {createdBy ?? "–"}
        {isLocked ? (
          <div class="small">
            already in progress, started by {lockHeldBy} <Time at={lockStartTime} />
            {expectedEndTime === null ? null : (
              <>
                , expected to end <Time at={expectedEndTime} />
              </>
            )}
          </div>
        ) : null}
      </>
    ),
  },
  { name: "Message", cell: ({ status: { errorMessage } }) => <span class="anywhere">{errorMessage ?? "–"}</span> },
];

function PhasesCard({ led: { tally, combine } }: { readonly led: LedElection }) {
  const phases = [
    { name: "Tally", status: tally },
    { name: "Combination", status: combine },
  ].flatMap(({ name, status }) => (status === undefined ? [] : [{ name, status }]));
  if (phases.length === 0) return null;
  return (
    <Card title="Phases" isFlush>
      <Table label="Phases" columns={COLUMNS} rows={phases} keyOf={({ name }) => name} />
    </Card>
  );
}
