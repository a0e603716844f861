/** The database of the simulator: PGlite in memory whose time does not pass until it is moved, emptied for each history. */
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { MigrationSet } from "../../src/database/migration-set.ts";
import { openPglite } from "../../src/database/pglite-database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { replaceClock, setTime } from "../../src/testing/testing.sql.ts";
import { takePglite } from "../support/spare-pglites.ts";
import * as rows from "./crash-histories.sql.ts";

const BEGIN_MS = Date.UTC(2030, 0, 1);
/** Deleted rows slow a database down; so does taking them away. */
const HISTORIES_BETWEEN_VACUUMS = 10;

export class SimulatedDatabase {
  readonly database: Database;
  #nowMs = BEGIN_MS;
  #startedMs = BEGIN_MS;
  #histories = 0;

  private constructor(database: Database) {
    this.database = database;
  }

  static async open(migrations?: MigrationSet): Promise<SimulatedDatabase> {
    const database = await openPglite({ schema: "rota", logger: silentLogger, started: await takePglite() });
    await database.query(replaceClock());
    await database.query(rows.replaceStart());
    await database.query(setTime(new Date(BEGIN_MS)));
    await migrate(database, migrations === undefined ? {} : { migrations });
    await database.query(rows.createEffects());
    await database.query(rows.createStateReader());
    return new SimulatedDatabase(database);
  }

  async begin(): Promise<void> {
    if (++this.#histories % HISTORIES_BETWEEN_VACUUMS === 0) await this.database.query(rows.vacuum());
    await this.database.query(rows.forgetHistory());
    this.#nowMs = BEGIN_MS;
    await this.advance(0);
    await this.restart();
    await this.advance(60_000);
  }

  nowMs(): number {
    return this.#nowMs;
  }

  startedMs(): number {
    return this.#startedMs;
  }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    await this.database.query(setTime(new Date(this.#nowMs)));
  }

  /** Every session ends, and their locks with them. */
  async restart(): Promise<void> {
    this.#startedMs = this.#nowMs;
    await this.database.query(rows.setStart(new Date(this.#nowMs)));
    await this.database.query(rows.endPresences());
  }

  /** The state of now: the same as before when no process has written since. */
  async see(before: rows.Seen): Promise<rows.Seen> {
    const [row] = await this.database.query(rows.seeAll(before.last));
    return row?.seen ?? before;
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
