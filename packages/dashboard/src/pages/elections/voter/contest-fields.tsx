/** One contest on the ballot: its options, and how many may be chosen. */
import type { PaperContest, PaperOption } from "../shared/paper.ts";

type ContestFieldsProps = {
  readonly contest: PaperContest;
  readonly chosen: readonly string[];
  readonly onChoose: (selectionIds: readonly string[]) => void;
};

export function ContestFields({ contest, chosen, onChoose }: ContestFieldsProps) {
  const { contestId, title, votesAllowed, options } = contest;
  const isOne = votesAllowed === 1;
  const toggle = (selectionId: string, isChosen: boolean) => {
    if (isOne) onChoose([selectionId]);
    else onChoose(isChosen ? [...chosen, selectionId] : chosen.filter((each) => each !== selectionId));
  };
  return (
    <fieldset class="card contest">
      <legend>{title}</legend>
      <p class="soft small">{isOne ? "Choose one, or none." : `Choose up to ${String(votesAllowed)}.`}</p>
      {options.map((option) => (
        <label key={option.selectionId} class="option">
          <input
            type={isOne ? "radio" : "checkbox"}
            name={contestId}
            checked={chosen.includes(option.selectionId)}
            onChange={(event) => toggle(option.selectionId, event.currentTarget.checked)}
          />
          <OptionName option={option} />
        </label>
      ))}
      {isOne ? (
        <label class="option">
          <input type="radio" name={contestId} checked={chosen.length === 0} onChange={() => onChoose([])} />
          <span class="soft">None of them</span>
        </label>
      ) : null}
    </fieldset>
  );
}

function OptionName({ option: { name, party } }: { readonly option: PaperOption }) {
  return (
    <span>
      {name}
      {party === undefined ? null : <span class="soft"> {party}</span>}
    </span>
  );
}
