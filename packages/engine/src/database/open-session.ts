/** Opens one PostgreSQL session in any thread, for resources that exist exactly as long as a session. */
import type { Logger } from "../runtime/logger.ts";
import type { Queryable, SessionAddress } from "./database.ts";
import { openPostgres } from "./postgres-database.ts";

export type DatabaseSession = Queryable & {
  /** Calls the callback when the session has ended for any reason. Later statements run in another session. */
  onEnd(callback: () => void): void;
  close(): Promise<void>;
};

export async function openSession(address: SessionAddress, logger: Logger): Promise<DatabaseSession> {
  const callbacks: (() => void)[] = [];
  const database = await openPostgres({
    ...address,
    poolSize: 1,
    preparedStatements: false,
    onConnectionEnd: () => callbacks.forEach((callback) => callback()),
    logger,
  });
  return {
    query: (statement, options) => database.query(statement, options),
    onEnd: (callback) => void callbacks.push(callback),
    close: () => database.close(),
  };
}
