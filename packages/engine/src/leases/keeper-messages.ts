/** Defines the messages between the main thread and the keeper's thread. */
import type { SessionAddress } from "../database/database.ts";
import type { WireError } from "../errors.ts";
import type { KeepingTimes } from "./renew-leases.ts";

/** The settings that the thread starts with. */
export type ThreadSettings = KeepingTimes & {
  readonly address: SessionAddress;
  readonly owner: string;
  readonly graceMs: number;
};

export type ToThread =
  | ({ readonly kind: "start" } & ThreadSettings)
  | { readonly kind: "hold"; readonly leaseToken: bigint; readonly untilMs: number | undefined }
  | { readonly kind: "drop"; readonly leaseToken: bigint }
  | { readonly kind: "alive" }
  | { readonly kind: "close" };

export type FromThread =
  | { readonly kind: "ready" }
  /** It could not start. */
  | { readonly kind: "refused"; readonly message: string; readonly error?: WireError }
  | { readonly kind: "presence"; readonly isHeld: boolean }
  | { readonly kind: "lost"; readonly leaseTokens: readonly bigint[] }
  | { readonly kind: "cancelled"; readonly taskIds: readonly bigint[] }
  | { readonly kind: "unreachable" }
  /** A question that expects "alive". */
  | { readonly kind: "are you alive" }
  /** A line of the log as JSON. */
  | { readonly kind: "log"; readonly line: string };
