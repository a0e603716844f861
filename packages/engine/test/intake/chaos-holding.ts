/** Wraps a database so that callers are held at a named point of an intake's work, where a test can kill them. */
import type { Database, Queryable, Transaction } from "../../src/database/database.ts";
import type { Sql } from "../../src/database/sql.ts";
import { selectBackend } from "./chaos-rows.sql.ts";

/**
 * Points of an intake's work.
 *
 * - `stored`: events are committed to the inbox, but their messages are not acknowledged.
 * - `written`: effects are written in a transaction.
 * - `settled`: effects and outcomes are written in a transaction, which is not committed.
 */
export const HOLD_POINTS = ["stored", "written", "settled"] as const;
export type HoldPoint = (typeof HOLD_POINTS)[number];

/** Tables and functions that identify the statements of each point. */
const STATEMENTS = { stored: "store_events(", written: "rota.effects", settled: "settle_events(" } as const;

export type HoldingDatabase = {
  readonly database: Database;
  readonly hold: (point: HoldPoint) => void;
  readonly letGo: () => void;
};

/** Wraps a database. `onHeld` gets the server process whose transaction is open; undefined outside of a transaction. */
export function holdingDatabase(database: Database, onHeld: (backend: number | undefined) => void): HoldingDatabase {
  let point: HoldPoint | undefined;
  let release = (): void => undefined;
  const stay = async (statement: Sql<unknown>, tx: Transaction | undefined): Promise<void> => {
    if (point === undefined || !statement.text.includes(STATEMENTS[point])) return;
    point = undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    onHeld(tx && (await tx.query(selectBackend()))[0]?.pid);
    await released;
  };
  const queryOn =
    (on: Queryable, tx?: Transaction): Queryable["query"] =>
    async (statement, options) => {
      const rows = await on.query(statement, options);
      await stay(statement, tx);
      return rows;
    };
  const holding = (tx: Transaction): Transaction => ({
    query: queryOn(tx, tx),
    transaction: (work) => tx.transaction((inner) => work(holding(inner))),
  });
  return {
    database: {
      schema: database.schema,
      query: queryOn(database),
      transaction: (work, options) => database.transaction((tx) => work(holding(tx)), options),
      listen: (channel, listener) => database.listen(channel, listener),
      sessionAddress: () => database.sessionAddress?.(),
      close: () => database.close(),
    },
    hold: (wanted) => void (point = wanted),
    letGo: () => {
      point = undefined;
      release();
    },
  };
}
