/** Shows the second step of a new passport: a snapshot is filled, checked and sealed. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client, given } from "../api/client.ts";
import { useWishes, type Wishes } from "../api/use-action.ts";
import { useResource } from "../api/use-resource.ts";
import { Choice, Field } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Card, Facts } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { CHOICES_MAX, type Snapshot } from "./passport-api.ts";

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

type SnapshotInHandProps = {
  readonly snapshotId: string;
  readonly documents: readonly string[];
  readonly onPutAway: () => void;
};

function SnapshotInHand({ snapshotId, documents, onPutAway }: SnapshotInHandProps) {
  const loaded = useSnapshot(snapshotId);
  return (
    <div class="stack">
      <Shown of={loaded}>
        {({ snapshot, item_count: items }) => (
          <>
            <About snapshot={snapshot} items={items} />
            {snapshot.status === "SEALED" ? null : (
              <Unsealed snapshot={snapshot} documents={documents} onDone={loaded.reload} />
            )}
          </>
        )}
      </Shown>
      <div class="row">
        <button type="button" onClick={onPutAway}>
          Use another snapshot
        </button>
      </div>
    </div>
  );
}

/** Followed until it is sealed. */
export function useSnapshot(snapshotId: string) {
  const params = { path: { snapshotId } };
  return useResource(
    `snapshot ${snapshotId}`,
    (signal) => answerOf(client.GET("/v1/snapshots/{snapshotId}", { params, signal })),
    { on: ["task"], everyMs: 3_000 },
  );
}

function About({ snapshot, items }: { readonly snapshot: Snapshot; readonly items: number }) {
  return (
    <Facts
      facts={{
        Label: snapshot.label,
        State: <StateBadge state={snapshot.status} />,
        Facts: items.toLocaleString(),
        Hash: snapshot.snapshot_hash === null ? undefined : <code>{snapshot.snapshot_hash}</code>,
      }}
    />
  );
}

type UnsealedProps = {
  readonly snapshot: Snapshot;
  readonly documents: readonly string[];
  readonly onDone: () => void;
};

function Unsealed({ snapshot: { snapshot_id: snapshotId, status }, documents, onDone }: UnsealedProps) {
  const wishes = useWishes();
  const seal = async () => {
    const params = { path: { snapshotId }, header: wishes.headerOf("seal", snapshotId) };
    await answerOf(client.POST("/v1/snapshots/{snapshotId}/seal", { params, body: {} }));
    wishes.fulfilled();
    onDone();
  };
  const fill = async () => {
    await fillSnapshot({ snapshotId, documents, wishes });
    onDone();
  };
  return (
    <>
      {status === "READY" ? (
        <Form act={seal} verb="Seal it" kind="primary">
          <p>Sealed, it never changes again: what is compiled of it can always be checked.</p>
        </Form>
      ) : (
        <p class="soft" role="status">
          A worker checks its facts; then it can be sealed.
        </p>
      )}
      <Form act={fill} verb="Add the facts of the documents above" isReady={documents.length > 0} />
    </>
  );
}

type Filling = {
  readonly snapshotId: string;
  readonly documents: readonly string[];
  readonly wishes: Wishes;
};

/** Facts that it holds stay; then workers check it. */
async function fillSnapshot({ snapshotId, documents, wishes }: Filling): Promise<void> {
  const path = { snapshotId };
  const items = { document_version_ids: [...documents] };
  const filled = wishes.headerOf("items", snapshotId, items);
  await answerOf(client.POST("/v1/snapshots/{snapshotId}/items", { params: { path, header: filled }, body: items }));
  const built = wishes.headerOf("build", snapshotId, items);
  await answerOf(client.POST("/v1/snapshots/{snapshotId}/build", { params: { path, header: built }, body: {} }));
  wishes.fulfilled();
}
