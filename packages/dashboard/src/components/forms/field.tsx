/** A labelled line or block of text in a form, which the browser is not asked to remember. */
import { useId } from "preact/hooks";

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  /** More than one: a block of that many lines. */
  readonly lines?: number;
  readonly isRequired?: boolean;
  /** One line that is not shown. */
  readonly isSecret?: boolean;
};

const TEXT = { type: "text" } as const;
const PASSWORD = { type: "password" } as const;

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
