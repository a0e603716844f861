/** The way between processes and their database: each call waits until it is said what becomes of it. */
import { SqlError } from "../../src/database/database-error.ts";
import type { Database, Transaction } from "../../src/database/database.ts";
import { RotaError } from "../../src/errors.ts";

/**
 * - `answered`: as if nothing were wrong.
 * - `not sent`: the connection breaks before the call arrives.
 * - `cut off`: the connection breaks within it: a transaction has run up to some statement and is rolled back.
 * - `reply lost`: it is committed, and the connection breaks before the answer arrives.
 * - `unheard`: it is committed, and nobody is there any more to hear the answer.
 * - `dropped`: nobody is there any more to send it.
 */
export type Fate = "answered" | "not sent" | "cut off" | "reply lost" | "unheard" | "dropped";

/** Who calls. Nothing of one that is gone arrives any more, and of one that is cut off nothing until it is back. */
export type Client = { readonly name: string; isGone: boolean; isCutOff: boolean };

export type Call = {
  readonly client: Client;
  /** What is called, for a reader: the function in the database, or a transaction. */
  readonly name: string;
  readonly meet: (fate: Fate) => Promise<void>;
};

/** Of a transaction, how many statements get through before it is cut off. */
type Cut = { readonly statements: number };

export class Network {
  readonly #database: Database;
  readonly #cutAfter: () => number;
  #waiting: Call[] = [];
  /** What PostgreSQL refused: no crash may ever lead to that. */
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
      if (client.isGone) return; // its promises are never kept: there is nobody left to hear
      const meet = async (fate: Fate): Promise<void> => {
        this.#waiting = this.#waiting.filter((other) => other !== call);
        if (fate === "dropped") return;
        if (fate === "not sent") return reject(connectionLost());
        const answer = await this.#run(run, fate === "cut off" ? { statements: this.#cutAfter() } : undefined);
        if (fate === "unheard") return;
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

/** What runs in a transaction whose connection breaks after some statements: whatever it makes of that, nothing is kept. */
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
