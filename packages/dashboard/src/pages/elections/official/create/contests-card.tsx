/** The contests of a new election, each with its candidates. */
import { Field } from "../../../../components/forms/field.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import { PlainField } from "./plain-field.tsx";
import { EMPTY_CONTEST, type WishedContest } from "./wish.ts";

type ContestsCardProps = {
  readonly contests: readonly WishedContest[];
  readonly onChange: (contests: readonly WishedContest[]) => void;
};

export function ContestsCard({ contests, onChange }: ContestsCardProps) {
  const change = (place: number, changes: Partial<WishedContest>) =>
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
