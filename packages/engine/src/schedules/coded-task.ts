/** Lets a codec encode what a schedule stores of its task, and decode it for each run. */
import { decodeValue } from "../codec/decode-value.ts";
import { encodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec } from "../codec/payload-codec.ts";
import type { ScheduledTask } from "./new-schedule.ts";

/** The task as it is to be stored. */
export async function encodeScheduledTask(codec: PayloadCodec | undefined, task: ScheduledTask): Promise<unknown> {
  if (codec === undefined) return task;
  const { type } = task;
  return {
    ...task,
    input: await encodeValue(codec, task.input, { field: "input", type }),
    chunks: await Promise.all(
      task.chunks.map(async ({ payload }) => ({
        payload: await encodeValue(codec, payload, { field: "payload", type }),
      })),
    ),
  };
}

/** Throws PAYLOAD_UNREADABLE. */
export async function decodeScheduledTask(
  codec: PayloadCodec | undefined,
  task: ScheduledTask,
): Promise<ScheduledTask> {
  if (codec === undefined) return task;
  const { type } = task;
  const input = await decodeValue(codec, task.input, { field: "input", type });
  const payloads = await Promise.all(
    task.chunks.map(({ payload }) => decodeValue(codec, payload, { field: "payload", type })),
  );
  return {
    ...task,
    ...(input === undefined ? {} : { input }),
    chunks: payloads.map((payload) => (payload === undefined ? {} : { payload })),
  };
}
