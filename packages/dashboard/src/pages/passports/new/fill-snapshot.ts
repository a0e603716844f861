/** Puts the facts of documents into a snapshot and has workers check it. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import type { Wishes } from "../../../api/wishes.ts";

type Filling = {
  readonly snapshotId: string;
  readonly documents: readonly string[];
  readonly wishes: Wishes;
};

/** Facts that it holds stay; then workers check it. */
export async function fillSnapshot({ snapshotId, documents, wishes }: Filling): Promise<void> {
  const path = { snapshotId };
  const items = { document_version_ids: [...documents] };
  const filled = wishes.headerOf("items", snapshotId, items);
  await answerOf(client.POST("/v1/snapshots/{snapshotId}/items", { params: { path, header: filled }, body: items }));
  const built = wishes.headerOf("build", snapshotId, items);
  await answerOf(client.POST("/v1/snapshots/{snapshotId}/build", { params: { path, header: built }, body: {} }));
  wishes.fulfilled();
}
