/** The chosen versions of documents, each with its document, followed while workers read them. */
import { answerOf } from "@rota/client";
import { client } from "../../../../api/client.ts";
import { useResource, type Resource } from "../../../../api/use-resource.ts";
import type { DocumentVersion, PassportDocument } from "../../shared/wire.ts";

export type ChosenDocument = { readonly version: DocumentVersion; readonly document: PassportDocument };

export function useChosenDocuments(ids: readonly string[]): Resource<readonly ChosenDocument[]> {
  const load = (signal: AbortSignal) => Promise.all(ids.map((id) => loadChosen(id, signal)));
  return useResource(`chosen documents ${ids.join(" ")}`, load, { on: ["task"], everyMs: 3_000 });
}

async function loadChosen(documentVersionId: string, signal: AbortSignal): Promise<ChosenDocument> {
  const params = { path: { documentVersionId } };
  const version = await answerOf(client.GET("/v1/document-versions/{documentVersionId}", { params, signal }));
  const path = { documentId: version.document_id };
  const { document } = await answerOf(client.GET("/v1/documents/{documentId}", { params: { path }, signal }));
  return { version, document };
}
