/** Puts what a codec makes of inputs and payloads in their place, before they are submitted. */
import { encodeValue } from "../../codec/encode-value.ts";
import { inputMarks } from "../../codec/input-marks.ts";
import type { PayloadCodec } from "../../codec/payload-codec.ts";
import type { NewTask } from "../new-task.ts";
import { checkedJson } from "./check-field.ts";

/** A task whose input and payloads are what is to be stored. */
export type EncodedTask = NewTask & {
  /** What its input is compared by under a unique key: the first is stored. Default: input and payloads as they are. */
  readonly inputMarks?: readonly string[];
};

/** One value after the other: a codec that asks elsewhere for its keys is not asked a thousand times at once. */
export async function encodeTasks(codec: PayloadCodec, tasks: readonly NewTask[]): Promise<EncodedTask[]> {
  const encoded: EncodedTask[] = [];
  for (const task of tasks) encoded.push(await encodeTask(codec, task));
  return encoded;
}

async function encodeTask(codec: PayloadCodec, task: NewTask): Promise<EncodedTask> {
  const { type, version = 1, unique } = task;
  const input = asStored("input", task.input);
  const payloads = task.chunks.map(({ payload }) => asStored("payload", payload));
  const chunks = [];
  for (const [index, chunk] of task.chunks.entries())
    chunks.push({ ...chunk, payload: await encodeValue(codec, payloads[index], { field: "payload", type }) });
  const marks = unique && inputMarks(codec, [version, input, payloads], type);
  return {
    ...task,
    chunks,
    ...(task.input === undefined ? {} : { input: await encodeValue(codec, input, { field: "input", type }) }),
    ...(marks === undefined ? {} : { inputMarks: marks }),
  };
}

/** Codecs see what json makes of a value, which is what handlers will get. */
function asStored(field: string, value: unknown): unknown {
  return JSON.parse(checkedJson(field, value));
}
