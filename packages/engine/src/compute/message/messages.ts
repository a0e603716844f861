/** What the pool and a computing process say to each other. */

export type SentTarget =
  | { readonly kind: "module"; readonly url: string; readonly name: string }
  | { readonly kind: "source"; readonly source: string; readonly name: string };

export type ComputeRequest = {
  /** Given back with the answer, so that nothing else that a computation sends is taken for one. */
  readonly id: number;
  readonly target: SentTarget;
  readonly data: Uint8Array;
};

export type ComputeReply = ComputeAnswer & {
  readonly id: number;
  /** False when the computation left something running, or much memory, that the next one should not meet. */
  readonly isReusable: boolean;
};

export type ComputeAnswer =
  | { readonly kind: "completed"; readonly result: Uint8Array }
  | { readonly kind: "threw"; readonly thrown: ThrownRecord };

/** What was thrown, cut to size. Without a name it was not an error. */
export type ThrownRecord = {
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
};

/** What a computing process is told when it starts. */
export type ChildSettings = {
  readonly memoryMbMax: number;
  readonly messageBytesMax: number;
};

/** Said on standard error by a process that ends itself because its memory is used up. */
export const MEMORY_WORDS = "this computing process is out of memory";

export function isReply(message: unknown, id: number): message is ComputeReply {
  return typeof message === "object" && message !== null && "kind" in message && "id" in message && message.id === id;
}
