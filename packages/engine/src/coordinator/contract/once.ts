/** The contract of once: the same key with the same input gets the same answer, with other input a refusal. */
import type { Queryable } from "../../database/database.ts";

export type OnceRequest = {
  /** Whose keys they are, such as a tenant: the same key in two scopes is two keys. */
  readonly scope: string;
  readonly key: string;
  /** A hash of the input, such as sha256:…; two inputs are the same when their hashes are. */
  readonly inputHash: string;
  /** How long the work may take, unless extended, before somebody else may begin. Default 60 s. */
  readonly leaseMs?: number;
  /** How long the answer is kept. Default 72 h. */
  readonly keepMs?: number;
};

/** What shows that the work of a key is ours. */
export type OnceClaim = { readonly scope: string; readonly key: string; readonly token: string };

export type OnceAnswer =
  /** Do the work, then call `finish`, or `abandon` if it failed. */
  | { readonly kind: "first"; readonly claim: OnceClaim }
  /** Somebody is at it; after `until` somebody else may begin. */
  | { readonly kind: "running"; readonly since: Date; readonly until: Date }
  | { readonly kind: "done"; readonly answer: unknown; readonly finishedAt: Date }
  /** The key is in use with other input. */
  | { readonly kind: "conflict" };

/**
 * A key whose lease or keeping time is over is as if it had never been used: a crash blocks it for one lease. "Lost"
 * says that the claim is no longer ours and nothing was written.
 */
export type Once = {
  begin(request: OnceRequest): Promise<OnceAnswer>;
  /** Starts the lease again from now. Default 60 s. */
  extend(claim: OnceClaim, leaseMs?: number): Promise<"extended" | "lost">;
  /** Keeps the answer, any json, for those who come with the same key and input. */
  finish(claim: OnceClaim, answer: unknown, options?: FinishOptions): Promise<"finished" | "lost">;
  /** Forgets the key, so that the next one begins anew. */
  abandon(claim: OnceClaim): Promise<"abandoned" | "lost">;
};

export type FinishOptions = {
  /**
   * A transaction of the caller's, on the database of the coordinator: the answer is kept when it commits. What is written
   * in it happens once, if "lost" rolls it back.
   */
  readonly in?: Queryable;
};
