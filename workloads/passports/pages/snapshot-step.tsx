/** Shows the second step of a new passport: filling, checking and sealing a snapshot. */
import {
  answerOf,
  Card,
  Choice,
  Facts,
  Field,
  Form,
  given,
  type RequestKeys,
  Shown,
  useRequestKeys,
  useResource,
} from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, CHOICES_MAX, type Snapshot } from "./passport-api.ts";
import { PassportState } from "./passport-state.tsx";

type SnapshotStepProps = {
  readonly tenant: string;
  /** Ids of the extracted document versions; empty until all of them are extracted. */
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
  const requestKeys = useRequestKeys();
  const make = async () => {
    const body = { tenant, ...given({ label: label.trim() }) };
    const params = { header: requestKeys.headerOf("snapshot", body) };
    const { snapshot_id: snapshotId } = await answerOf(client.POST("/v1/snapshots", { params, body }));
    await fillSnapshot({ snapshotId, documents, requestKeys });
    onMade(snapshotId);
  };
  return (
    <Form action={make} verb="Make a snapshot of these documents" isReady={documents.length > 0}>
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
          <Form action={async () => onChosen(snapshotId)} verb="Use this snapshot">
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

/** Loads a snapshot and refreshes it until it is sealed. */
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
        State: <PassportState state={snapshot.status} />,
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
  const requestKeys = useRequestKeys();
  const seal = async () => {
    const params = { path: { snapshotId }, header: requestKeys.headerOf("seal", snapshotId) };
    await answerOf(client.POST("/v1/snapshots/{snapshotId}/seal", { params, body: {} }));
    requestKeys.completed();
    onDone();
  };
  const fill = async () => {
    await fillSnapshot({ snapshotId, documents, requestKeys });
    onDone();
  };
  return (
    <>
      {status === "READY" ? (
        <Form action={seal} verb="Seal it" kind="primary">
          <p>Sealed, it never changes again: what is compiled of it can always be checked.</p>
        </Form>
      ) : (
        <p class="soft" role="status">
          A worker checks its facts; then it can be sealed.
        </p>
      )}
      <Form action={fill} verb="Add the facts of the documents above" isReady={documents.length > 0} />
    </>
  );
}

type Filling = {
  readonly snapshotId: string;
  readonly documents: readonly string[];
  readonly requestKeys: RequestKeys;
};

/** Adds facts to a snapshot and lets workers check it. Existing facts stay. */
async function fillSnapshot({ snapshotId, documents, requestKeys }: Filling): Promise<void> {
  const path = { snapshotId };
  const items = { document_version_ids: [...documents] };
  const filled = requestKeys.headerOf("items", snapshotId, items);
  await answerOf(client.POST("/v1/snapshots/{snapshotId}/items", { params: { path, header: filled }, body: items }));
  const built = requestKeys.headerOf("build", snapshotId, items);
  await answerOf(client.POST("/v1/snapshots/{snapshotId}/build", { params: { path, header: built }, body: {} }));
  requestKeys.completed();
}
