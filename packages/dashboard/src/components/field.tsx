/** Contains the labelled fields of forms: text, choices, source text and files. */
import { useId, useState } from "preact/hooks";

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  /** Number of lines; more than one makes a text area. */
  readonly lines?: number;
  readonly isRequired?: boolean;
  /** Hides the text, as for a password. */
  readonly isSecret?: boolean;
};

const TEXT = { type: "text" } as const;
const PASSWORD = { type: "password" } as const;

/** Text input with a label, of one line or several. */
export function Field({ label, value, onInput, hint, lines = 1, isRequired = false, isSecret = false }: FieldProps) {
  const id = useId();
  const shared = { id, value, required: isRequired, "aria-describedby": hint === undefined ? undefined : `${id}-hint` };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines > 1 ? (
        <textarea {...shared} rows={lines} spellcheck={false} onInput={(event) => onInput(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          {...(isSecret ? PASSWORD : TEXT)}
          autocomplete="off"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
      {hint === undefined ? null : <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

type LateInputProps = {
  readonly value: string;
  /** Receives the text, trimmed, when the input loses focus or Enter is pressed. */
  readonly onCommit: (value: string) => void;
  readonly id?: string;
  readonly maxLength?: number;
  readonly "aria-describedby"?: string;
};

/** Text input that reports its text once it is complete. What is typed survives a render of the page. */
export function LateInput({ value, onCommit, ...rest }: LateInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      type="text"
      autocomplete="off"
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        setTyped(undefined);
        onCommit(event.currentTarget.value.trim());
      }}
    />
  );
}

type Option = { readonly value: string; readonly text: string };

type ChoiceProps = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly hint?: string;
};

/** Select with a label. */
export function Choice({ label, options, value, onChoose, hint }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {hint === undefined ? null : <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

type SegmentsProps<Choice extends string> = {
  readonly label: string;
  readonly choices: Readonly<Record<Choice, string>>;
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
};

/** Choice of a few options, side by side. */
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

/** Returns the keys of a record with their exact type. */
function keysOf<Key extends string>(record: Readonly<Record<Key, string>>): Key[] {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

type SourceFieldProps = {
  readonly label: string;
  readonly lines: number;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isRequired?: boolean;
  readonly area?: { current: HTMLTextAreaElement | null };
};

/** Text area for source text whose positions can be highlighted. */
export function SourceField({ label, lines, value, onInput, isRequired = false, area }: SourceFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...(area === undefined ? {} : { ref: area })}
        id={id}
        class="source"
        rows={lines}
        spellcheck={false}
        required={isRequired}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

type FileFieldProps = {
  readonly label: string;
  readonly hint: string;
  /** File extensions and types that the browser offers first. Default: JSON. */
  readonly accept?: string;
  readonly isRequired?: boolean;
  readonly onFile: (file: File | undefined) => void;
};

/** File input with a label. It accepts dropped files. */
export function FileField({
  label,
  hint,
  accept = ".json,application/json",
  isRequired = false,
  onFile,
}: FileFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="drop"
        type="file"
        accept={accept}
        required={isRequired}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  );
}
