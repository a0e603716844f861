/** Checks the schema's name and makes the names of notification channels from it. */
import { RotaError } from "../../errors.ts";

/** PostgreSQL cuts longer names silently; we refuse them instead. */
const NAME_BYTES_MAX = 63;
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,39}$/;

/** Only names that need no quotes: they are put into statements as they are. */
export function checkSchemaName(schema: string): void {
  if (SCHEMA_NAME.test(schema) && !schema.startsWith("pg_") && schema !== "information_schema") return;
  throw new RotaError(
    "CONFIG_INVALID",
    `schema "${schema}" cannot be used: give 1 to 40 lower-case letters, digits and underscores, not starting with a digit or pg_`,
    { schema },
  );
}

/** Notifications are heard in a whole database; with the schema in the name, two installations in it stay apart. */
export function wireChannel(schema: string, channel: string): string {
  const name = `${schema}.${channel}`;
  const bytes = Buffer.byteLength(name);
  if (channel !== "" && bytes <= NAME_BYTES_MAX && !name.includes("\0")) return name;
  throw new RotaError(
    "CONFIG_INVALID",
    `channel "${channel}" cannot be used: with the schema's name it has ${String(bytes)} bytes, it must have a name and at most ${String(NAME_BYTES_MAX)}`,
    { channel },
  );
}
