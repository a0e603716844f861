/** Who decrypts together, and how many of them are enough. */
import { Field } from "../../../../components/forms/field.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import { PlainField } from "./plain-field.tsx";
import { quorumWarning, type Wish } from "./wish.ts";

type GuardiansCardProps = { readonly wish: Wish; readonly onChange: (changes: Partial<Wish>) => void };

export function GuardiansCard({ wish, onChange }: GuardiansCardProps) {
  const warning = quorumWarning(wish);
  return (
    <Card title="Guardians" note="at most 20">
      <div class="stack">
        <Field
          label="Names of the guardians"
          value={wish.guardians}
          onInput={(guardians) => onChange({ guardians })}
          lines={4}
          isRequired
          hint="One a line. Choose people who would not conspire."
        />
        <PlainField
          label="How many of them are enough to decrypt"
          type="number"
          value={wish.quorum}
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
