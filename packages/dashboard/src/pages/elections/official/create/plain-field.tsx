/** A labelled number or time. */
import { useId } from "preact/hooks";

type PlainFieldProps = {
  readonly label: string;
  readonly type: "number" | "datetime-local";
  readonly value: string;
  readonly onInput: (value: string) => void;
};

export function PlainField({ label, type, value, onInput }: PlainFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        required
        {...(type === "number" ? { min: 1, max: 100 } : {})}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
