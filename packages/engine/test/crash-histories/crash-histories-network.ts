/** The way between processes and their database: each call waits until its fate is decided. */
import { SqlError } from "../../src/database/database-error.ts";
import type { Database, Transaction } from "../../src/database/database.ts";
import { RotaError } from "../../src/errors.ts";

/**
 * - `answered`: as if nothing were wrong.
 * - `not sent`: the connection breaks before the call arrives.
 * - `cut off`: the connection breaks within it: a transaction has run up to some statement and is rolled back.
 * - `reply lost`: it is committed, and the connection breaks before the answer arrives.
 * - `unacknowledged`: it is committed, and its process has exited before the answer arrives.
 * - `dropped`: its process has exited before it was sent.
 */
export type Fate = "answered" | "not sent" | "cut off" | "reply lost" | "unacknowledged" | "dropped";

/** A process that calls. No call of an exited one arrives, and no call of one that is cut off until it is back. */
export type Client = { readonly name: string; hasExited: boolean; isCutOff: boolean };

export type Call = {
  readonly client: Client;
  /** The name of the call, for a reader: the function in the database, or a transaction. */
  readonly name: string;
  readonly meet: (fate: Fate) => Promise<void>;
};

/** The number of statements of a transaction that get through before it is cut off. */
type Cut = { readonly statements: number };

export class Network {
  readonly #database: Database;
  readonly #cutAfter: () => number;
  #waiting: Call[] = [];
  /** The refusals of PostgreSQL: no crash may ever lead to one. */
  refusal: SqlError | undefined;

  constructor(database: Database, cutAfter: () => number) {
    this.#database = database;
    this.#cutAfter = cutAfter;
  }

  /** Calls that may arrive now, the oldest first. */
  waiting(): readonly Call[] {
    return this.#waiting.filter(({ client }) => !client.isCutOff);
  }

  waitingOf(client: Client): readonly Call[] {
    return this.#waiting.filter((call) => call.client === client);
  }

  connect(client: Client): Database {
    const database = this.#database;
    return {
      schema: database.schema,
      query: (statement, options) =>
        this.#wait(client, nameOf(statement.text), (cut) => {
          if (cut !== undefined) throw connectionLost();
          return database.query(statement, options);
        }),
      transaction: (work, options) =>
        this.#wait(client, "transaction", (cut) =>
          database.transaction((tx) => (cut === undefined ? work(tx) : workUntil(cut, work, tx)), options),
        ),
      listen: async () => async () => undefined,
      close: async () => undefined,
    };
  }

  #wait<Result>(client: Client, name: string, run: (cut?: Cut) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (client.hasExited) return; // its promises are never settled: no process is left to receive them
      const meet = async (fate: Fate): Promise<void> => {
        this.#waiting = this.#waiting.filter((other) => other !== call);
        if (fate === "dropped") return;
        if (fate === "not sent") return reject(connectionLost());
        const answer = await this.#run(run, fate === "cut off" ? { statements: this.#cutAfter() } : undefined);
        if (fate === "unacknowledged") return;
        if (fate === "reply lost") return reject(connectionLost());
        if ("error" in answer) reject(answer.error);
        else resolve(answer.result);
      };
      const call: Call = { client, name, meet };
      this.#waiting.push(call);
    });
  }

  async #run<Result>(
    run: (cut?: Cut) => Promise<Result>,
    cut: Cut | undefined,
  ): Promise<{ readonly result: Result } | { readonly error: Error }> {
    try {
      return { result: await run(cut) };
    } catch (error) {
      if (error instanceof SqlError) this.refusal ??= error;
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}

/** Runs in a transaction whose connection breaks after some statements: whatever it does then, nothing is kept. */
async function workUntil<Result>(
  { statements }: Cut,
  work: (tx: Transaction) => Promise<Result>,
  tx: Transaction,
): Promise<Result> {
  let left = statements;
  const cutOff: Transaction = {
    query: async (statement, options) => {
      if (left-- <= 0) throw connectionLost();
      return tx.query(statement, options);
    },
    transaction: (nested) => tx.transaction((inner) => workUntil({ statements: left }, nested, inner)),
  };
  await work(cutOff);
  throw connectionLost();
}

/** As the PostgreSQL driver says it. */
function connectionLost(): RotaError {
  return new RotaError("DATABASE_UNAVAILABLE", "the connection broke", { statementMayHaveRun: true });
}

function nameOf(text: string): string {
  return /rota\.(\w+)/.exec(text)?.[1] ?? "statement";
}
