/** The snapshot that was made or chosen: how it stands, and what is left to do until it is sealed. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { useWishes } from "../../../api/wishes.ts";
import { Form } from "../../../components/forms/form.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import type { Snapshot } from "../shared/wire.ts";
import { fillSnapshot } from "./fill-snapshot.ts";

type SnapshotInHandProps = {
  readonly snapshotId: string;
  readonly documents: readonly string[];
  readonly onPutAway: () => void;
};

export function SnapshotInHand({ snapshotId, documents, onPutAway }: SnapshotInHandProps) {
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
