/** What everybody may see of an election without signing in: a ballot by its code, results, all codes, the record. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Page } from "../../../components/layout/page.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { contestsOf, titleOf } from "../shared/paper.ts";
import { ResultsCard } from "../shared/results-card.tsx";
import { ToyNotice } from "../shared/toy-notice.tsx";
import { CodesCard } from "./codes-card.tsx";
import { LookUpCard } from "./look-up-card.tsx";
import type { SeenElection } from "./seen-election.ts";
import { VerifyCard } from "./verify-card.tsx";

export function ObserverPage() {
  const electionId = useRoute().params["electionId"] ?? "";
  const seen = useResource(`observed ${electionId}`, (signal) => load(electionId, signal), { everyMs: 15_000 });
  return (
    <Page
      title={seen.value === undefined ? "Election" : titleOf(seen.value.manifest)}
      about="What everybody may see and check."
      acts={seen.value === undefined ? undefined : <StateBadge state={seen.value.ceremony.state} />}
    >
      <Shown of={seen}>{(election) => <Seen election={election} />}</Shown>
    </Page>
  );
}

function Seen({ election }: { readonly election: SeenElection }) {
  const { electionId, ceremony, manifest, results } = election;
  return (
    <>
      <ToyNotice isToy={ceremony.group.startsWith("toy-")} />
      <LookUpCard election={election} />
      {results === undefined ? null : <ResultsCard results={results} contests={contestsOf(manifest)} />}
      {results === undefined ? null : <VerifyCard electionId={electionId} group={ceremony.group} />}
      <CodesCard electionId={electionId} />
    </>
  );
}

/** Results are asked for when there are some: a refusal would only be noise. */
async function load(electionId: string, signal: AbortSignal): Promise<SeenElection> {
  const asked = { params: { path: { electionId } }, signal };
  const [ceremony, manifest] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/ceremony", asked)),
    answerOf(client.GET("/v1/elections/{electionId}/manifest", asked)),
  ]);
  const isCounted = ceremony.state === "DECRYPTED";
  const results = isCounted ? await answerOf(client.GET("/v1/elections/{electionId}/results", asked)) : undefined;
  return { electionId, ceremony, manifest, results };
}
