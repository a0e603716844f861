/** Applies all migrations to an empty PGlite and says what they make, alike on every machine. */
import { migrate, openPglite, silentLogger } from "@rota/engine";
import { catalogueStatements } from "./catalogue.sql.ts";

const HEAD = `-- What all migrations together make. Generated: change it with a new file in sql/migrations, then run
-- npm run schema
`;

export async function describeSchema(): Promise<string> {
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  try {
    await migrate(database);
    const definitions: string[] = [];
    for (const statement of catalogueStatements())
      definitions.push(...(await database.query(statement)).map(({ definition }) => `${definition};\n`));
    return [HEAD, ...definitions].join("\n");
  } finally {
    await database.close();
  }
}
