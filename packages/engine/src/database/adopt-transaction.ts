/** Runs statements of the engine inside a transaction that the caller opened with another driver or query builder. */
import { RotaError } from "../errors.ts";
import type { Queryable } from "./database.ts";
import { checkSchemaName } from "./driver-session.ts";
import { inSchema, type Sql } from "./sql.ts";
import { bindValue } from "./wire-values.ts";

export type AdoptedTransaction = {
  /** The schema in which the engine lives. Default "rota". */
  readonly schema?: string;
  /**
   * Runs one statement on the connection of the transaction and gives its rows, as objects by column name. The values
   * are texts, bytes or null, in the order of $1, $2 and so on, each of them used once.
   */
  readonly run: (text: string, values: readonly (string | Uint8Array | null)[]) => Promise<readonly unknown[]>;
};

/**
 * What the returned object runs becomes visible when the user's transaction commits. Rows come back as the user's driver
 * reads them, so it is for statements that return texts, integers and booleans only: submitting, cancelling, pausing and
 * the settings of lanes. Time limits and abort signals are the matter of the user's driver.
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

/** The commonest slip is to give the driver's whole result instead of the rows in it. */
function areRows<Row>(rows: unknown): rows is readonly Row[] {
  return Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null && !Array.isArray(row));
}

function misuse(what: string): RotaError {
  return new RotaError("TRANSACTION_MISUSED", `an adopted transaction ${what}`);
}
