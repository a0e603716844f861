/** One dead letter with all that is kept of it, and what can be done about it. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../api/client.ts";
import { useMay } from "../../session/session.tsx";
import { useResource } from "../../api/use-resource.ts";
import type { DeadLetterDetails } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { ErrorText, stackOf } from "../../components/values/error-text.tsx";
import { JsonView } from "../../components/values/json-view.tsx";
import { AttemptList } from "../task/chunks/attempt-list.tsx";
import { LetterActs } from "./letter-acts.tsx";
import { LetterFacts } from "./letter-facts.tsx";
import { letterTitle } from "./letter-title.ts";

export function DeadLetterPage() {
  const letterId = useRoute().params["letterId"] ?? "";
  const mayAct = useMay("operator");
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/dead-letters/{letterId}", { params: { path: { letterId } }, signal }));
  const letter = useResource(`dead letter ${letterId}`, load, { on: ["task"], everyMs: 10_000 });
  return (
    <Page
      title={letter.value === undefined ? letterId : letterTitle(letter.value)}
      trail={<a href="/dead-letters">Dead letters</a>}
      acts={
        mayAct && letter.value !== undefined ? <LetterActs letter={letter.value} onDone={letter.reload} /> : undefined
      }
    >
      <Shown of={letter}>{(value) => <Details letter={value} />}</Shown>
    </Page>
  );
}

function Details({ letter }: { readonly letter: DeadLetterDetails }) {
  return (
    <div class="columns">
      <div class="stack">
        <LetterFacts letter={letter} />
      </div>
      <div class="stack">
        {"error" in letter && letter.error !== null ? (
          <Card title="Error">
            <div class="stack">
              <ErrorText error={letter.error} />
              <JsonView value={stackOf(letter.error) ?? letter.error} label="Where it was thrown" />
              {"pastAttempts" in letter ? <AttemptList attempts={letter.pastAttempts} /> : null}
            </div>
          </Card>
        ) : null}
        <Card title="Payload">
          {"payloadProblem" in letter && letter.payloadProblem !== null ? (
            <p class="soft">{letter.payloadProblem}</p>
          ) : null}
          <JsonView value={letter.payload} label="Payload" />
        </Card>
      </div>
    </div>
  );
}
