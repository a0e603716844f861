/** `rota migrate`: brings the database up to date and exits. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { withDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { migrateAll } from "../../workloads.ts";

export const migrateCommand: CommandSpec = {
  name: "migrate",
  sentence: "bring the database up to date and exit",
  examples: ["rota migrate --database-url postgres://rota@db.example.org/rota"],
  async run(context) {
    const { applied } = await withDatabase(context, (database) => migrateAll(database));
    answer(context, { applied }, () =>
      applied.length === 0 ? ["the database is up to date"] : applied.map((name) => `applied ${name}`),
    );
  },
};
