/** Makes a passport step by step: documents, a sealed snapshot of what they say, the battery, the rules. */
import { LackingRole } from "../../../components/layout/lacking-role.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { useMay } from "../../../session/session.tsx";
import { BatteryStep } from "./battery/battery-step.tsx";
import { CompileStep } from "./compile-step.tsx";
import { DocumentsStep } from "./documents/documents-step.tsx";
import { useChosenDocuments } from "./documents/use-chosen-documents.ts";
import { useMade } from "./use-made.ts";
import { SnapshotStep } from "./snapshot-step.tsx";
import { TenantCard } from "./tenant-card.tsx";

export function NewPassportPage() {
  return (
    <Page
      title="New passport"
      about="Each step is kept when it is done: you can leave this page and come back to its address."
      trail={<a href="/passports">Passports</a>}
    >
      {useMay("operator") ? <Steps /> : <LackingRole act="Making passports" role="operator" />}
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
