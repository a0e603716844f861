/** A guardian's page: one step after the other, with a key file that never leaves this device. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { useMemo, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Empty } from "../../../components/layout/empty.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { takeLinkToken } from "../shared/link-token.ts";
import { titleOf } from "../shared/paper.ts";
import { ToyNotice } from "../shared/toy-notice.tsx";
import type { Ceremony, Decryption } from "../shared/wire.ts";
import { KeyFileCard } from "./key-file-card.tsx";
import { NextStepCard } from "./next-step-card.tsx";

/** `#3.token`: who it is for, and what proves it. */
export function GuardianPage() {
  const electionId = useRoute().params["electionId"] ?? "";
  const link = useMemo(() => takeLinkToken(`guardian ${electionId}`), [electionId]);
  const [, sequence, token] = /^(\d+)\.(.+)$/.exec(link ?? "") ?? [];
  if (sequence === undefined || token === undefined)
    return (
      <Page title="Guardian">
        <Empty title="This link is not complete">Open the whole link that the election office sent you.</Empty>
      </Page>
    );
  return <Guardian electionId={electionId} sequence={Number(sequence)} token={token} />;
}

export type GuardianState = {
  readonly electionId: string;
  readonly token: string;
  readonly sequence: number;
  readonly guardianId: string;
  readonly name: string;
  readonly manifest: unknown;
  readonly ceremony: Ceremony;
  /** Once there is something to decrypt. */
  readonly decryption: Decryption | undefined;
};

type GuardianProps = { readonly electionId: string; readonly sequence: number; readonly token: string };

function Guardian({ electionId, sequence, token }: GuardianProps) {
  const state = useResource(`guardian ${electionId}`, (signal) => load({ electionId, sequence, token, signal }), {
    everyMs: 5_000,
  });
  const [keyFile, setKeyFile] = useState<string>();
  return (
    <Page
      title={state.value === undefined ? "Guardian" : `Guardian ${state.value.name}`}
      about={state.value === undefined ? undefined : titleOf(state.value.manifest)}
    >
      <Shown of={state}>
        {(guardian) => (
          <>
            <ToyNotice isToy={guardian.ceremony.group.startsWith("toy-")} />
            <KeyFileCard guardian={guardian} keyFile={keyFile} onKeyFile={setKeyFile} />
            <NextStepCard guardian={guardian} keyFile={keyFile} onDone={state.reload} />
          </>
        )}
      </Shown>
    </Page>
  );
}

const DECRYPTING = ["TALLIED", "DECRYPTING", "COMBINING", "DECRYPTED"];

async function load({
  electionId,
  sequence,
  token,
  signal,
}: GuardianProps & { readonly signal: AbortSignal }): Promise<GuardianState> {
  const asked = { params: { path: { electionId } }, signal };
  const [ceremony, manifest] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/ceremony", asked)),
    answerOf(client.GET("/v1/elections/{electionId}/manifest", asked)),
  ]);
  const isDecrypting = DECRYPTING.includes(ceremony.state);
  const decryption = isDecrypting
    ? await answerOf(client.GET("/v1/elections/{electionId}/decryption", asked))
    : undefined;
  const own = ceremony.guardians.find((guardian) => guardian.sequence === sequence);
  const { guardianId = "", name = "" } = own ?? {};
  return { electionId, token, sequence, guardianId, name, manifest, ceremony, decryption };
}
