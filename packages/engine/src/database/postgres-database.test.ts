/** Tests that the driver of a PostgreSQL server passes the conformance tests. */
import { openEmptyDatabase } from "../../test/support/test-database.ts";
import { databaseConformance } from "../../test/database/database.conformance.ts";

databaseConformance({
  name: "PostgreSQL",
  open: (options) => openEmptyDatabase({ on: "postgres", ...options }),
  skip: [],
});

databaseConformance({
  name: "PostgreSQL without prepared statements",
  open: (options) => openEmptyDatabase({ on: "postgres", preparedStatements: false, ...options }),
  skip: [],
});
