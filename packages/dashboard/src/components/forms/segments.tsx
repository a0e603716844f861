/** A choice of a few, side by side. */

type SegmentsProps<Choice extends string> = {
  readonly label: string;
  readonly choices: Readonly<Record<Choice, string>>;
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
};

export function Segments<Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {keysOf(choices).map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {choices[choice]}
        </button>
      ))}
    </div>
  );
}

/** The keys of a record as the type that they have. */
function keysOf<Key extends string>(record: Readonly<Record<Key, string>>): Key[] {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
}
