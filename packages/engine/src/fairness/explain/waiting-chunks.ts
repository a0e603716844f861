/** Counts the chunks that wait in leaves, only as far as somebody looks: a million of them cost no more than a few. */
import type { Queryable } from "../../database/database.ts";
import type { FairTree } from "../fair-tree.ts";
import { countWaiting } from "./explain.sql.ts";

type Count = { counted: number; taken: number; isAll: boolean };

const FIRST_LIMIT = 8;
const GROWTH = 8;
const LEAF = 3;

export class WaitingChunks {
  readonly #on: Queryable;
  /** What the next claim adds to a leaf or takes from it. */
  readonly #extra: ReadonlyMap<bigint, number>;
  readonly #counts = new Map<bigint, Count>();

  constructor(on: Queryable, extra: ReadonlyMap<bigint, number>) {
    this.#on = on;
    this.#extra = extra;
  }

  /** At least one if any is left; how many exactly only when few are. */
  async left(leaf: bigint, tree: FairTree): Promise<number> {
    for (;;) {
      const count = this.#counts.get(leaf);
      const left = count === undefined ? 0 : count.counted + (this.#extra.get(leaf) ?? 0) - count.taken;
      if (count !== undefined && (count.isAll || left > 1)) return left;
      await this.#countMore(count, tree);
      if (!this.#counts.has(leaf)) return 0;
    }
  }

  take(leaf: bigint): void {
    const count = this.#counts.get(leaf);
    if (count !== undefined) count.taken += 1;
  }

  /** Forgets what was taken, not what was counted: the same chunks wait when the model runs anew. */
  restart(): void {
    for (const count of this.#counts.values()) count.taken = 0;
  }

  /** One statement for all leaves that will soon be in need. */
  async #countMore(count: Count | undefined, tree: FairTree): Promise<void> {
    const limit = count === undefined ? FIRST_LIMIT : count.counted * GROWTH;
    const isNear = (known: Count | undefined): boolean =>
      known === undefined || (!known.isAll && known.counted < limit && known.taken * 2 >= known.counted);
    const leaves = [...tree.lanes.values()].filter(
      ({ level, hasWork, id }) => level === LEAF && hasWork && isNear(this.#counts.get(id)),
    );
    for (const { leaf, waiting } of await this.#on.query(countWaiting({ leaves: leaves.map(({ id }) => id), limit }))) {
      this.#counts.set(leaf, { counted: waiting, taken: this.#counts.get(leaf)?.taken ?? 0, isAll: waiting < limit });
    }
  }
}
