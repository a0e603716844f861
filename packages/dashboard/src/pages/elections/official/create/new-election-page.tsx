/** Creates an election: contests, candidates, guardians and their quorum, and who may vote. */
import { answerOf } from "@rota/client";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { useAct } from "../../../../api/use-act.ts";
import { Field } from "../../../../components/forms/field.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import { Failure } from "../../../../components/layout/failure.tsx";
import { Page } from "../../../../components/layout/page.tsx";
import { ContestsCard } from "./contests-card.tsx";
import { GuardiansCard } from "./guardians-card.tsx";
import { PlainField } from "./plain-field.tsx";
import { electionOf, EMPTY_WISH, type Wish } from "./wish.ts";

export function NewElectionPage() {
  const { route } = useLocation();
  const [wish, setWish] = useState<Wish>(EMPTY_WISH);
  const [voters, setVoters] = useState("");
  const change = (changes: Partial<Wish>) => setWish({ ...wish, ...changes });
  const create = async () => {
    const { election } = await answerOf(client.POST("/v1/elections", { body: electionOf(wish) }));
    const { electionId } = election;
    if (voters.trim() !== "")
      await client.POST("/v1/elections/{electionId}/voters", {
        params: { path: { electionId } },
        body: { csv: voters },
      });
    route(`/elections/${electionId}`);
  };
  const { run, isRunning, error } = useAct(create);
  return (
    <Page
      title="New election"
      trail={<a href="/elections">Elections</a>}
      about="What is created here cannot be changed later."
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <AboutCard wish={wish} onChange={change} />
        <ContestsCard contests={wish.contests} onChange={(contests) => change({ contests })} />
        <GuardiansCard wish={wish} onChange={change} />
        <Card title="Voters" note="can also be added later">
          <Field
            label="CSV"
            value={voters}
            onInput={setVoters}
            lines={4}
            hint="Its first line names the columns: voter_id or email, and precinct if there are several."
          />
        </Card>
        {error === undefined ? null : <Failure error={error} />}
        <div class="row">
          <button type="submit" data-kind="primary" disabled={isRunning}>
            Create the election
          </button>
        </div>
      </form>
    </Page>
  );
}

type AboutCardProps = { readonly wish: Wish; readonly onChange: (changes: Partial<Wish>) => void };

function AboutCard({ wish, onChange }: AboutCardProps) {
  return (
    <Card title="About it">
      <div class="stack">
        <Field label="Title" value={wish.title} onInput={(title) => onChange({ title })} isRequired />
        <div class="columns">
          <PlainField
            label="Begins"
            type="datetime-local"
            value={wish.startsAt}
            onInput={(startsAt) => onChange({ startsAt })}
          />
          <PlainField
            label="Ends"
            type="datetime-local"
            value={wish.endsAt}
            onInput={(endsAt) => onChange({ endsAt })}
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={wish.group === "toy-256"}
            onChange={(event) => onChange({ group: event.currentTarget.checked ? "toy-256" : "eg-v1-4096" })}
          />
          Only for trying things out: fast, with numbers so small that nothing is secret
        </label>
      </div>
    </Card>
  );
}
