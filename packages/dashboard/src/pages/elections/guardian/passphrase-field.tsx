/** A passphrase, not shown, which the browser is not asked to remember. */
import { useId } from "preact/hooks";

type PassphraseFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onInput: (passphrase: string) => void;
};

export function PassphraseField({ label, value, onInput }: PassphraseFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="password"
        autocomplete="off"
        required
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
