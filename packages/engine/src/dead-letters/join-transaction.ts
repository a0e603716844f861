/** A database whose transactions are parts of one that is open. */
import type { Database, Transaction } from "../database/database.ts";

/** For what opens transactions itself and must commit together with more. */
export function joinTransaction(database: Database, tx: Transaction): Database {
  return {
    schema: database.schema,
    query: (statement, options) => tx.query(statement, options),
    transaction: (work) => tx.transaction(work),
    listen: (channel, listener) => database.listen(channel, listener),
    close: () => Promise.resolve(), // it belongs to whoever opened it
  };
}
