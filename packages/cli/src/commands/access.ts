/** Implements `rota keys`, which lists, creates and revokes API keys, and `rota sign-in`, which prints a link to the dashboard. */
import { RotaError } from "@rota/engine";
import { type AccessKey, createKey, listKeys, revokeKey } from "@rota/engine/admin";
import { createSignInLink } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { loginName, numberFlag, requiredFlag, textFlag, textFlags, timeFlag } from "../flags.ts";
import { ago, answer } from "../output/answer.ts";
import { type Cell, listLines } from "../output/table.ts";
import { idWord, withSubCommands } from "../sub-commands.ts";

const DEFAULT_LIMIT = 50;
const DAY_MS = 86_400_000;

export const keysCommand: CommandSpec = withSubCommands({
  name: "keys",
  sentence: "look after the keys with which programs and people use the API",
  subCommands: [
    { name: "list", sentence: "the newest first", flags: ["tenant", "limit", "after"], run: list },
    {
      name: "create",
      sentence: "a new one, which is shown once",
      flags: ["name", "tenant", "roles", "expiresAt", "days", "actor"],
      run: create,
    },
    { name: "revoke", sentence: "end one for good", words: ["id"], flags: ["actor"], run: revoke },
  ],
  words: [{ name: "id", sentence: "of the key, as it is listed" }],
  flags: [
    { flag: "--name <name>", sentence: "the name or e-mail of who acts with it, for locks and the audit log" },
    { flag: "--tenant <name>", sentence: "the one tenant that it opens (default: all of them)" },
    {
      flag: "--roles <names>",
      sentence: "separated by commas: viewer, operator, admin or those of workloads (default: viewer)",
    },
    { flag: "--expires-at <time>", sentence: "when it ends (default: never)" },
    { flag: "--days <count>", sentence: "after how many days it ends" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--limit <count>", sentence: "how many (default: 50, at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota keys",
    "rota keys create --name ann@example.org --tenant acme --roles operator --days 90",
    "rota keys revoke k3v9x2",
  ],
});

async function list(context: CommandContext): Promise<void> {
  const listing = { ...textFlags(context, ["tenant", "after"]), limit: numberFlag(context, "limit") ?? DEFAULT_LIMIT };
  const page = await withMigratedDatabase(context, (database) => listKeys(database, listing));
  const head = ["key", "name", "tenant", "roles", "state", "last used"];
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(toRow), next, nothing: "no keys; make one with rota keys create" }, head),
  );
}

function toRow({ keyId, name, tenant = "(all)", roles, revokedAt, expiresAt, lastUsedAt }: AccessKey): Cell[] {
  return [
    keyId,
    name,
    tenant,
    roles.join(","),
    stateOf(revokedAt, expiresAt),
    lastUsedAt === undefined ? "never" : ago(lastUsedAt),
  ];
}

function stateOf(revokedAt: Date | undefined, expiresAt: Date | undefined): Cell {
  if (revokedAt !== undefined) return { text: `revoked ${ago(revokedAt)}`, colour: "gray" };
  if (expiresAt === undefined) return { text: "valid", colour: "green" };
  return expiresAt.getTime() > Date.now()
    ? { text: `valid until ${expiresAt.toISOString()}`, colour: "green" }
    : { text: `ended ${ago(expiresAt)}`, colour: "gray" };
}

async function create(context: CommandContext): Promise<void> {
  const { tenant } = textFlags(context, ["tenant"]);
  const request = {
    name: requiredFlag(context, "name", "whose key it is"),
    tenant,
    roles: (textFlag(context, "roles") ?? "viewer").split(",").map((role) => role.trim()),
    expiresAt: readExpiry(context),
    actor: textFlag(context, "actor") ?? loginName(),
  };
  const made = await withMigratedDatabase(context, (database) => createKey(database, request));
  answer(context, made, ({ key, keyId }) => [key, `this is key ${keyId}; it is shown this once`]);
}

function readExpiry(context: CommandContext): Date | undefined {
  const [expiresAt, days] = [timeFlag(context, "expiresAt"), numberFlag(context, "days")];
  if (expiresAt !== undefined && days !== undefined)
    throw new RotaError("COMMAND_INVALID", "give --expires-at or --days, not both");
  if (days === undefined) return expiresAt;
  if (days > 0 && days <= DAYS_MAX) return new Date(Date.now() + days * DAY_MS);
  throw new RotaError("COMMAND_INVALID", `--days ${String(days)}: give a number above 0, at most ${String(DAYS_MAX)}`);
}

const DAYS_MAX = 36_500;

async function revoke(context: CommandContext): Promise<void> {
  const request = { keyId: idWord(context), actor: textFlag(context, "actor") ?? loginName() };
  const revoked = await withMigratedDatabase(context, (database) => revokeKey(database, request));
  answer(context, revoked, ({ keyId, name }) => [`key ${keyId} of ${name} opens nothing any more`]);
}

export const signInCommand: CommandSpec = {
  name: "sign-in",
  sentence: "print a link that signs a browser in, once, within a quarter of an hour",
  flags: [
    { flag: "--url <url>", sentence: "where the server answers (default: that of the configuration)" },
    { flag: "--name <name>", sentence: "who signs in (default: who is logged in)" },
    { flag: "--tenant <name>", sentence: "the one tenant that can be seen (default: all of them)" },
    { flag: "--roles <names>", sentence: "separated by commas", default: "admin" },
  ],
  examples: ["rota sign-in", "rota sign-in --url https://rota.example.org --name ann@example.org --roles viewer"],
  run: signIn,
};

async function signIn(context: CommandContext): Promise<void> {
  const { serverHost, serverPort, serverPublicUrl } = context.reading.config;
  const request = {
    name: textFlag(context, "name") ?? loginName(),
    ...textFlags(context, ["tenant"]),
    roles: (textFlag(context, "roles") ?? "admin").split(",").map((role) => role.trim()),
    baseUrl: readUrl(textFlag(context, "url")) ?? serverPublicUrl ?? urlOf(serverHost, serverPort),
    actor: loginName(),
  };
  const { url, expiresAt } = await withMigratedDatabase(context, (database) => createSignInLink(database, request));
  answer(context, { url, expiresAt }, () => [url, `it can be used once, until ${expiresAt.toISOString()}`]);
}

function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new RotaError(
    "COMMAND_INVALID",
    `--url ${text}: write where the server answers, such as https://rota.example.org`,
  );
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${String(port)}`;
}
