/** Whose passport it becomes: asked of those who may act for several tenants. */
import { useId } from "preact/hooks";
import { Card } from "../../../components/layout/card.tsx";

type TenantCardProps = {
  readonly tenant: string;
  readonly isOpen: boolean;
  readonly onChange: (tenant: string) => void;
};

export function TenantCard({ tenant, isOpen, onChange }: TenantCardProps) {
  const id = useId();
  if (!isOpen)
    return (
      <p class="soft">
        For the tenant <b>{tenant}</b>.
      </p>
    );
  return (
    <Card title="Tenant">
      <div class="field">
        <label for={id}>Whose passport it becomes</label>
        <input
          id={id}
          type="text"
          autocomplete="off"
          value={tenant}
          maxLength={200}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
        <small id={`${id}-hint`}>documents, products and rules of this tenant are used</small>
      </div>
    </Card>
  );
}
