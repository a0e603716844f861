/** `rota sign-in`: prints a link that opens the dashboard, once. */
import { createSignInLink, RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { loginName, textFlag, textFlags } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";

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
  const wish = {
    name: textFlag(context, "name") ?? loginName(),
    ...textFlags(context, ["tenant"]),
    roles: (textFlag(context, "roles") ?? "admin").split(",").map((role) => role.trim()),
    baseUrl: readUrl(textFlag(context, "url")) ?? serverPublicUrl ?? urlOf(serverHost, serverPort),
    actor: loginName(),
  };
  const { url, expiresAt } = await withMigratedDatabase(context, (database) => createSignInLink(database, wish));
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
