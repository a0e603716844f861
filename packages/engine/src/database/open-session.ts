/** Opens one PostgreSQL session in any thread, for resources that last exactly as long as a session. */
import type { Logger } from "../runtime/logger.ts";
import type { Queryable, SessionAddress } from "./database.ts";
import { openPostgres } from "./postgres-database.ts";

export type DatabaseSession = Queryable & {
  /** Is called when the session has ended, for whatever reason. Statements after that run in another one. */
  onGone(callback: () => void): void;
  close(): Promise<void>;
};

export async function openSession(address: SessionAddress, logger: Logger): Promise<DatabaseSession> {
  const callbacks: (() => void)[] = [];
  const database = await openPostgres({
    ...address,
    poolSize: 1,
    preparedStatements: false,
    onConnectionGone: () => callbacks.forEach((callback) => callback()),
    logger,
  });
  return {
    query: (statement, options) => database.query(statement, options),
    onGone: (callback) => void callbacks.push(callback),
    close: () => database.close(),
  };
}
