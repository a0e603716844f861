/** A PostgreSQL server by URL keeps the contract. */
import { openTestDatabase } from "../testing/test-database.ts";
import { databaseConformance } from "./database.conformance.ts";

databaseConformance({
  name: "PostgreSQL",
  open: (options) => openTestDatabase({ on: "postgres", ...options }),
  skip: [],
});

databaseConformance({
  name: "PostgreSQL without prepared statements",
  open: (options) => openTestDatabase({ on: "postgres", preparedStatements: false, ...options }),
  skip: [],
});
