/** Runs statements of the engine inside a transaction that the caller opened with another driver or query builder. */
import { RotaError } from "../errors.ts";
import type { Queryable } from "./database.ts";
import { checkSchemaName } from "./driver-session.ts";
import { inSchema, type Sql } from "./sql.ts";
import { bindValue } from "./wire-values.ts";

/** Open transaction of another database library, and the schema of the engine. */
export type AdoptedTransaction = {
  /** Schema of the engine. Default "rota". */
  readonly schema?: string;
  /**
   * Runs one statement on the connection of the transaction and returns its rows, as objects by column name. The values
   * are texts, bytes or null, in the order of $1, $2 and so on, each of which occurs once.
   */
  readonly run: (text: string, values: readonly (string | Uint8Array | null)[]) => Promise<readonly unknown[]>;
};

/**
 * Makes a transaction of another database library usable by the functions of the engine. Their writes become visible when
 * that transaction commits. Rows are returned as the library reads them, so it works only with functions whose statements
 * return texts, integers and booleans: submitting, cancelling, pausing and the settings of lanes. Time limits and abort
 * signals are left to the library.
 *
 * @example
 * await client.query("begin");
 * const tx = adoptTransaction({ run: async (text, values) => (await client.query(text, [...values])).rows });
 * await submitTasks(tx, [task]);
 * await client.query("commit");
 */
export function adoptTransaction({ schema = "rota", run }: AdoptedTransaction): Queryable {
  checkSchemaName(schema);
  return {
    async query<Row>({ text, values, isScript }: Sql<Row>) {
      if (isScript) throw misuse("runs single statements, not scripts");
      const rows = await run(inSchema(text, schema), values.map(bindValue));
      if (!areRows<Row>(rows)) throw misuse("got something else than a list of rows from its run function");
      return rows;
    },
  };
}

/** Detects the most common mistake: to return the driver's whole result instead of its rows. */
function areRows<Row>(rows: unknown): rows is readonly Row[] {
  return Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null && !Array.isArray(row));
}

function misuse(what: string): RotaError {
  return new RotaError("TRANSACTION_MISUSED", `an adopted transaction ${what}`);
}
