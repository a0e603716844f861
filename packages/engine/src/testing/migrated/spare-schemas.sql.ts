/** The statement that removes a test's schema. */
import { type Sql, sqlScript } from "../../database/sql.ts";

/** The name has been checked when the database was opened. Returns nothing. */
export const dropSchema = (schema: string): Sql => sqlScript(`drop schema if exists ${schema} cascade`);
