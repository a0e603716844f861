/** A labelled block of source text, in which places can be shown. */
import { useId } from "preact/hooks";

type SourceFieldProps = {
  readonly label: string;
  readonly lines: number;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isRequired?: boolean;
  readonly area?: { current: HTMLTextAreaElement | null };
};

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
