/** The statement by which an engine sees that its database answers. */
import { sql } from "../database/sql.ts";

/** Returns one row without columns. */
export const askNothing = () => sql<object>`select`;
