/** The second step: what the documents say is put into a snapshot, which is checked and sealed; or one is chosen that is. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { useResource } from "../../../api/use-resource.ts";
import { useWishes } from "../../../api/wishes.ts";
import { Choice } from "../../../components/forms/choice.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { CHOICES_MAX } from "../shared/wire.ts";
import { fillSnapshot } from "./fill-snapshot.ts";
import { SnapshotInHand } from "./snapshot-in-hand.tsx";

type SnapshotStepProps = {
  readonly tenant: string;
  /** Versions that were read; none while one of them was not. */
  readonly documents: readonly string[];
  readonly snapshotId: string | undefined;
  readonly onChange: (snapshotId: string | undefined) => void;
};

export function SnapshotStep({ tenant, documents, snapshotId, onChange }: SnapshotStepProps) {
  return (
    <Card title="2. Snapshot" note="facts that are sealed together, as one hash">
      {snapshotId === undefined ? (
        <div class="stack">
          <NewSnapshot tenant={tenant} documents={documents} onMade={onChange} />
          <SealedSnapshot tenant={tenant} onChosen={onChange} />
        </div>
      ) : (
        <SnapshotInHand
          key={snapshotId}
          snapshotId={snapshotId}
          documents={documents}
          onPutAway={() => onChange(undefined)}
        />
      )}
    </Card>
  );
}

type NewSnapshotProps = {
  readonly tenant: string;
  readonly documents: readonly string[];
  readonly onMade: (snapshotId: string) => void;
};

function NewSnapshot({ tenant, documents, onMade }: NewSnapshotProps) {
  const [label, setLabel] = useState("");
  const wishes = useWishes();
  const make = async () => {
    const wish = { tenant, ...given({ label: label.trim() }) };
    const params = { header: wishes.headerOf("snapshot", wish) };
    const { snapshot_id: snapshotId } = await answerOf(client.POST("/v1/snapshots", { params, body: wish }));
    await fillSnapshot({ snapshotId, documents, wishes });
    onMade(snapshotId);
  };
  return (
    <Form act={make} verb="Make a snapshot of these documents" isReady={documents.length > 0}>
      <Field label="Label" value={label} onInput={setLabel} hint="to find it again; may be left out" />
      {documents.length > 0 ? null : <p class="soft">It is made of documents that were read: upload or choose one.</p>}
    </Form>
  );
}

type SealedSnapshotProps = { readonly tenant: string; readonly onChosen: (snapshotId: string) => void };

function SealedSnapshot({ tenant, onChosen }: SealedSnapshotProps) {
  const snapshots = useResource(`sealed snapshots of ${tenant}`, async (signal) => {
    const params = { query: { tenant, status: "SEALED", limit: CHOICES_MAX } } as const;
    return (await answerOf(client.GET("/v1/snapshots", { params, signal }))).items;
  });
  const [chosen, setChosen] = useState<string>();
  return (
    <Shown of={snapshots}>
      {(items) => {
        const snapshotId = chosen ?? items[0]?.snapshot_id;
        if (snapshotId === undefined) return null;
        return (
          <Form act={async () => onChosen(snapshotId)} verb="Use this snapshot">
            <Choice
              label="Or one that was sealed before"
              options={items.map(({ snapshot_id, label, created_at }) => ({
                value: snapshot_id,
                text: `${label ?? snapshot_id.slice(0, 8)}, of ${created_at.slice(0, 10)}`,
              }))}
              value={snapshotId}
              onChoose={setChosen}
            />
          </Form>
        );
      }}
    </Shown>
  );
}
