/** Defines the points in the processing of an event at which a process can be held, so that a test can cause a fault there. */
import { sql, type Database, type Queryable, type Sql, type Transaction } from "@rota/engine";

/** `before` and `after` refer to a statement, and `committed` is after the transaction that posted. */
export type FaultPoint = {
  readonly name: string;
  readonly when: "before" | "after" | "committed";
  /** Text that the statement contains. */
  readonly statement: string;
};

/** Points in the order of processing. */
export const FAULT_POINTS: readonly FaultPoint[] = [
  { name: "delivered, not stored", when: "before", statement: "store_events(" },
  { name: "stored, not acknowledged", when: "after", statement: "store_events(" },
  { name: "mapped, before its tenant's turn", when: "before", statement: "fis_begin_posting(" },
  { name: "in its tenant's turn, nothing written", when: "after", statement: "fis_begin_posting(" },
  { name: "entries written, nothing announced", when: "after", statement: "fis_post_entries(" },
  { name: "outcomes written, not committed", when: "after", statement: "settle_events(" },
  { name: "committed, Redis not notified", when: "committed", statement: "fis_post_entries(" },
  { name: "published, the outbox not moved on", when: "before", statement: "advance_sink(" },
  { name: "the outbox moved on", when: "after", statement: "advance_sink(" },
];

export type HoldingDatabase = {
  readonly database: Database;
  /** Holds the next statement or transaction that reaches the point until `letGo`. */
  readonly hold: (point: FaultPoint) => void;
  readonly letGo: () => void;
};

export function holdingDatabase(database: Database, onHeld: () => void): HoldingDatabase {
  let point: FaultPoint | undefined;
  let release = (): void => undefined;
  const stay = async (when: FaultPoint["when"], texts: readonly string[]): Promise<void> => {
    if (point?.when !== when || !texts.some((text) => text.includes(point?.statement ?? ""))) return;
    point = undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    onHeld();
    await released;
  };
  const queryOn =
    (on: Queryable, seen?: string[]): Queryable["query"] =>
    async <Row>(statement: Sql<Row>, options = {}) => {
      await stay("before", [statement.text]);
      const rows = await on.query(statement, options);
      seen?.push(statement.text);
      await stay("after", [statement.text]);
      return rows;
    };
  const holding = (tx: Transaction, seen: string[]): Transaction => ({
    query: queryOn(tx, seen),
    transaction: (work) => tx.transaction((inner) => work(holding(inner, seen))),
  });
  return {
    database: {
      schema: database.schema,
      query: queryOn(database),
      async transaction(work, options) {
        const seen: string[] = [];
        const result = await database.transaction((tx) => work(holding(tx, seen)), options);
        await stay("committed", seen);
        return result;
      },
      listen: (channel, listener) => database.listen(channel, listener),
      sessionAddress: () => database.sessionAddress?.(),
      close: () => database.close(),
    },
    hold: (wanted) => void (point = wanted),
    letGo() {
      point = undefined;
      release();
    },
  };
}

export type Outcomes = { readonly entries: number; readonly rejected: number; readonly waiting: number };

/** Returns one row. */
export const countOutcomes = () => sql<Outcomes>`
  select (select count(*) from rota.fis_journal_entry)::integer as entries,
         (select count(*) from rota.rejected_events where state = 'OPEN')::integer as rejected,
         (select count(*) from rota.inbox_batches left join rota.inbox_results using (batch_id) where settled_at is null)::integer as waiting`;
