/** Creates an election: contests, candidates, guardians with their quorum, and voters. */
import { answerOf, Card, Failure, Field, Page, useAction, useAddress } from "@rota/dashboard";
import { client } from "./election-api.ts";
import { useState } from "preact/hooks";
import {
  type DraftContest,
  type ElectionDraft,
  electionOf,
  EMPTY_CONTEST,
  EMPTY_DRAFT,
  quorumWarning,
} from "./election-draft.ts";
import { PlainField } from "./election-parts.tsx";

export function NewElectionPage() {
  const { go } = useAddress();
  const [draft, setDraft] = useState<ElectionDraft>(EMPTY_DRAFT);
  const [voters, setVoters] = useState("");
  const change = (changes: Partial<ElectionDraft>) => setDraft({ ...draft, ...changes });
  const create = async () => {
    const { election } = await answerOf(client.POST("/v1/elections", { body: electionOf(draft) }));
    const { electionId } = election;
    if (voters.trim() !== "")
      await client.POST("/v1/elections/{electionId}/voters", {
        params: { path: { electionId } },
        body: { csv: voters },
      });
    go(`elections/${electionId}`);
  };
  const { run, isRunning, error } = useAction(create);
  return (
    <Page
      title="New election"
      trail={<a href="elections">Elections</a>}
      about="What is created here cannot be changed later; only the end of voting can be moved, in an emergency."
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <AboutCard draft={draft} onChange={change} />
        <ContestsCard contests={draft.contests} onChange={(contests) => change({ contests })} />
        <GuardiansCard draft={draft} onChange={change} />
        <Card title="Voters" note="can also be added later">
          <div class="stack">
            <label class="check">
              <input
                type="checkbox"
                checked={draft.voterLinks === "handed-out"}
                onChange={(event) => change({ voterLinks: event.currentTarget.checked ? "handed-out" : "sent" })}
              />
              Officials hand the links out
            </label>
            <p class="soft small">
              {draft.voterLinks === "sent"
                ? "Each voter is sent a link that no official sees."
                : "Any person who sees a voter's link can vote with it."}
            </p>
            <Field
              label="CSV"
              value={voters}
              onInput={setVoters}
              lines={4}
              hint="Its first line names the columns: voter_id or email, and precinct if there are several."
            />
          </div>
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

type AboutCardProps = { readonly draft: ElectionDraft; readonly onChange: (changes: Partial<ElectionDraft>) => void };

function AboutCard({ draft, onChange }: AboutCardProps) {
  return (
    <Card title="About it">
      <div class="stack">
        <Field label="Title" value={draft.title} onInput={(title) => onChange({ title })} isRequired />
        <div class="columns">
          <PlainField
            label="Begins"
            type="datetime-local"
            value={draft.startsAt}
            onInput={(startsAt) => onChange({ startsAt })}
          />
          <PlainField
            label="Ends"
            type="datetime-local"
            value={draft.endsAt}
            onInput={(endsAt) => onChange({ endsAt })}
          />
        </div>
        <p class="soft small">
          Ballots are accepted between these times only. The election opens and closes by itself, if the guardians have
          made the keys by then.
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.group === "toy-256"}
            onChange={(event) => onChange({ group: event.currentTarget.checked ? "toy-256" : "eg-v1-4096" })}
          />
          Only for trying things out: fast, with numbers so small that nothing is secret
        </label>
      </div>
    </Card>
  );
}

type ContestsCardProps = {
  readonly contests: readonly DraftContest[];
  readonly onChange: (contests: readonly DraftContest[]) => void;
};

function ContestsCard({ contests, onChange }: ContestsCardProps) {
  const change = (place: number, changes: Partial<DraftContest>) =>
    onChange(contests.map((contest, index) => (index === place ? { ...contest, ...changes } : contest)));
  return (
    <Card title="Contests">
      <div class="stack">
        {contests.map((contest, place) => (
          <fieldset key={place} class="contest">
            <legend>Contest {place + 1}</legend>
            <Field
              label="Title of the contest"
              value={contest.title}
              onInput={(title) => change(place, { title })}
              isRequired
            />
            <PlainField
              label="Votes of each voter"
              type="number"
              value={contest.votesAllowed}
              onInput={(votesAllowed) => change(place, { votesAllowed })}
            />
            <PlainField
              label="Seats"
              type="number"
              value={contest.seats}
              onInput={(seats) => change(place, { seats })}
              placeholder={contest.votesAllowed}
            />
            <Field
              label="Candidates"
              value={contest.candidates}
              onInput={(candidates) => change(place, { candidates })}
              lines={4}
              isRequired
              hint="One a line; a party after a comma."
            />
            {contests.length === 1 ? null : (
              <div class="row">
                <button type="button" onClick={() => onChange(contests.filter((_, index) => index !== place))}>
                  Leave this contest out
                </button>
              </div>
            )}
          </fieldset>
        ))}
        <div class="row">
          <button type="button" onClick={() => onChange([...contests, EMPTY_CONTEST])}>
            Another contest
          </button>
        </div>
      </div>
    </Card>
  );
}

type GuardiansCardProps = {
  readonly draft: ElectionDraft;
  readonly onChange: (changes: Partial<ElectionDraft>) => void;
};

function GuardiansCard({ draft, onChange }: GuardiansCardProps) {
  const warning = quorumWarning(draft);
  return (
    <Card title="Guardians" note="at most 20">
      <div class="stack">
        <Field
          label="Names of the guardians"
          value={draft.guardians}
          onInput={(guardians) => onChange({ guardians })}
          lines={4}
          isRequired
          hint="One a line. Choose people who would not conspire."
        />
        <PlainField
          label="How many of them are enough to decrypt"
          type="number"
          value={draft.quorum}
          onInput={(quorum) => onChange({ quorum })}
        />
        {warning === undefined ? null : (
          <div class="notice" data-tone="waiting" role="status">
            <h3>Are you sure?</h3>
            <p>{warning}</p>
          </div>
        )}
      </div>
    </Card>
  );
}
