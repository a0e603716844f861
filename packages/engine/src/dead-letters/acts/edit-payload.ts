/** Checks another payload for a dead chunk as it would be at submission, and encodes it. Touches no database. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import { encodeValue } from "../../codec/encode-value.ts";
import type { WithCodec } from "../../codec/payload-codec.ts";
import { RotaError } from "../../errors.ts";
import type { JsonValue } from "../../database/sql.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { createTaskRegistry } from "../../tasks/definition/task-registry.ts";
import { checkedJson } from "../../tasks/submission/check-field.ts";

export type PayloadEdit = WithCodec & {
  readonly payload: unknown;
  /** Among them the type of the chunk's task in its version. */
  readonly tasks: readonly TaskDefinition[];
};

export type EditedChunk = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly has_payload: boolean;
};

export type EncodedEdit = { readonly stored: JsonValue; readonly hash: string };

/** Throws DEAD_LETTER_INVALID, TASK_INVALID, INPUT_INVALID or PAYLOAD_NOT_ENCODED. */
export async function encodeEdit(chunk: EditedChunk, { payload, tasks, codec }: PayloadEdit): Promise<EncodedEdit> {
  const { id, type } = chunk;
  const definition = definitionFor(chunk, tasks);
  const value: unknown = JSON.parse(checkedJson("payload", payload));
  await definition.checkPayload(value);
  const stored = codec === undefined ? value : await encodeValue(codec, value, { field: "payload", type });
  if (stored === undefined) throw new Error(`the payload of ${id} was checked and is not there`);
  return { stored: { jsonText: checkedJson("payload", stored) }, hash: payloadHash(stored) };
}

/** Of a payload as it stands in the database, so that the hash of an encrypted one tells nothing. */
export function payloadHash(stored: unknown): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify(stored ?? null))));
}

function definitionFor({ id, type, version, has_payload: hasPayload }: EditedChunk, tasks: readonly TaskDefinition[]) {
  if (!hasPayload)
    throw new RotaError(
      "DEAD_LETTER_INVALID",
      `refused: ${id} has no payload, since it ends its task: replay it as it is`,
      { id },
    );
  const found = createTaskRegistry(tasks).find(type, version);
  if (found.kind === "found") return found.definition;
  const message = `refused: another payload of ${id} cannot be checked: give the definition of task "${type}" in version ${String(version)} among tasks`;
  throw new RotaError("DEAD_LETTER_INVALID", message, { id, type, version });
}
