/** One election as its officials lead it: what is next, the ceremony, voters, phases, guardians, results. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../../api/client.ts";
import { useResource } from "../../../../api/use-resource.ts";
import { Card } from "../../../../components/layout/card.tsx";
import { Facts } from "../../../../components/layout/facts.tsx";
import { Page } from "../../../../components/layout/page.tsx";
import { Shown } from "../../../../components/layout/shown.tsx";
import { StateBadge } from "../../../../components/values/state-badge.tsx";
import { Time } from "../../../../components/values/time.tsx";
import { useMay } from "../../../../session/session.tsx";
import { contestsOf } from "../../shared/paper.ts";
import { ResultsCard } from "../../shared/results-card.tsx";
import { ToyNotice } from "../../shared/toy-notice.tsx";
import { CeremonyCard } from "./ceremony-card.tsx";
import { DecryptionCard } from "./decryption-card.tsx";
import { loadElection, type LedElection } from "./led-election.ts";
import { NextCard } from "./next-card.tsx";
import { PhasesCard } from "./phases-card.tsx";
import { VotersCard } from "./voters-card.tsx";

export function ElectionPage() {
  const electionId = useRoute().params["electionId"] ?? "";
  const loaded = useResource(`election ${electionId}`, (signal) => loadElection(electionId, signal), {
    on: ["task"],
    everyMs: 3_000,
  });
  return (
    <Page
      title={loaded.value?.election.title ?? "Election"}
      trail={<a href="/elections">Elections</a>}
      acts={loaded.value === undefined ? undefined : <StateBadge state={loaded.value.election.state} />}
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
            <a href={`/observe/${electionId}`} target="_blank" rel="noreferrer">{`/observe/${electionId}`}</a>
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
        <a class="button" href={`/v1/elections/${electionId}/record`} download={`election-${electionId}.zip`}>
          Download the record
        </a>
      </Card>
    </>
  );
}
