/** Creates a passport step by step: documents, a sealed snapshot, the battery and the rules. */
import { Card, LackingRole, LateInput, Page, useAddress, useMay, useSession } from "@rota/dashboard";
import { useId } from "preact/hooks";
import { BatteryStep } from "./battery-step.tsx";
import { CompileStep } from "./compile-step.tsx";
import { DocumentsStep, useChosenDocuments } from "./documents-step.tsx";
import { type Made, newPassportPath, readMade } from "./passport-draft.ts";
import { SnapshotStep } from "./snapshot-step.tsx";

export function NewPassportPage() {
  return (
    <Page
      title="New passport"
      about="Each step is kept when it is done: you can leave this page and come back to its address."
      trail={<a href="passports">Passports</a>}
    >
      {useMay("operator") ? <Steps /> : <LackingRole action="Making passports" role="operator" />}
    </Page>
  );
}

function Steps() {
  const { made, change, isTenantOpen } = useMade();
  const { tenant, documents, snapshot, passport } = made;
  const chosen = useChosenDocuments(documents);
  const areRead = chosen.value?.every(({ version }) => version.status === "VALIDATED") ?? false;
  return (
    <>
      <TenantCard tenant={tenant} isOpen={isTenantOpen} onChange={(named) => change({ tenant: named })} />
      <DocumentsStep
        tenant={tenant}
        chosen={chosen}
        ids={documents}
        onChange={(ids) => change({ documents: [...new Set(ids)] })}
      />
      <SnapshotStep
        tenant={tenant}
        documents={areRead ? documents : []}
        snapshotId={snapshot}
        onChange={(snapshotId) => change({ snapshot: snapshotId })}
      />
      <BatteryStep tenant={tenant} passportId={passport} onChange={(passportId) => change({ passport: passportId })} />
      <CompileStep tenant={tenant} snapshotId={snapshot} passportId={passport} />
    </>
  );
}

type TenantCardProps = {
  readonly tenant: string;
  readonly isOpen: boolean;
  readonly onChange: (tenant: string) => void;
};

function TenantCard({ tenant, isOpen, onChange }: TenantCardProps) {
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
        <LateInput id={id} value={tenant} maxLength={200} aria-describedby={`${id}-hint`} onCommit={onChange} />
        <small id={`${id}-hint`}>documents, products and rules of this tenant are used</small>
      </div>
    </Card>
  );
}

type UsedMade = {
  readonly made: Made;
  readonly change: (changes: Partial<Made>) => void;
  /** Offers the choice of a tenant, unless the viewer is bound to one or something was already created for one. */
  readonly isTenantOpen: boolean;
};

function useMade(): UsedMade {
  const { go } = useAddress();
  const bound = useSession().viewer?.tenant;
  const made = readMade(location.search, bound);
  return {
    made,
    // Reads the current address, which may have changed since the page was rendered.
    change: (changes) => go(newPassportPath({ ...readMade(location.search, bound), ...changes }), true),
    isTenantOpen: bound === undefined && made.documents.length === 0 && !made.snapshot && !made.passport,
  };
}
