/** A labelled file. Takes what is dropped on it, which browsers do for such fields by themselves. */
import { useId } from "preact/hooks";

type FileFieldProps = {
  readonly label: string;
  readonly hint: string;
  /** Endings and types that are offered first. Default: JSON. */
  readonly accept?: string;
  readonly isRequired?: boolean;
  readonly onFile: (file: File | undefined) => void;
};

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
