/** A voter's page: the ballot, its encryption in this browser, the code, and the choice between casting and challenging. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { useMemo, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Empty } from "../../../components/layout/empty.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { takeLinkToken } from "../shared/link-token.ts";
import { ToyNotice } from "../shared/toy-notice.tsx";
import { ChooseStage } from "./choose-stage.tsx";
import { CastStage } from "./cast-stage.tsx";
import { ChallengedStage } from "./challenged-stage.tsx";
import { DecideStage } from "./decide-stage.tsx";
import type { Decided, Submitted, VoterElection } from "./voter-election.ts";

export function VoterPage() {
  const electionId = useRoute().params["electionId"] ?? "";
  const token = useMemo(() => takeLinkToken(`vote ${electionId}`), [electionId]);
  if (token === undefined)
    return (
      <Page title="Vote">
        <Empty title="This link is not complete">
          Open the whole link that the election office sent you. To look up a code, go to{" "}
          <a href={`/observe/${electionId}`}>the page for everybody</a>.
        </Empty>
      </Page>
    );
  return <Voting electionId={electionId} token={token} />;
}

function Voting({ electionId, token }: { readonly electionId: string; readonly token: string }) {
  const loaded = useResource(`voting ${electionId}`, (signal) => loadElection({ electionId, token, signal }));
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

/** Who has voted, or comes too early or too late, is told so instead. */
function Choosing({ election, onSubmitted }: ChoosingProps) {
  const { hasVoted, state, electionId } = election.voting;
  if (hasVoted)
    return (
      <Empty title="You have voted">
        One ballot was cast with this link. Look its code up on{" "}
        <a href={`/observe/${electionId}`}>the page for everybody</a>.
      </Empty>
    );
  if (state !== "OPEN")
    return (
      <Empty title={state === "CEREMONY" || state === "READY" ? "Voting has not begun" : "Voting is over"}>
        See <a href={`/observe/${electionId}`}>the page for everybody</a>.
      </Empty>
    );
  return <ChooseStage election={election} onSubmitted={onSubmitted} />;
}

type Asked = { readonly electionId: string; readonly token: string; readonly signal: AbortSignal };

async function loadElection({ electionId, token, signal }: Asked): Promise<VoterElection> {
  const path = { electionId };
  const header = { "x-election-token": token };
  const [voting, { guardians }] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/voting", { params: { path, header }, signal })),
    answerOf(client.GET("/v1/elections/{electionId}/ceremony/keys", { params: { path }, signal })),
  ]);
  return { voting, guardians, token };
}
