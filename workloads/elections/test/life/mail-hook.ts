/** Plays the mail system of an installation, for tests of voters' links: keeps the newest link of each voter. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { readJson } from "../../src/core/records/json-reader.ts";

export type MailHook = {
  /** Paths of the links by voter, such as `vote/42#v.…`. */
  readonly links: ReadonlyMap<string, string>;
  readonly close: () => void;
};

const KEY = "hook key";

/** Opens the hook and names it to servers and workers of this process. */
export async function openMailHook(): Promise<MailHook> {
  const links = new Map<string, string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const link = readJson(body, "the call of the hook");
      links.set(link.member("voterId").text(), link.member("path").text());
      response.writeHead(request.headers.authorization === `Bearer ${KEY}` ? 202 : 401).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  vi.stubEnv("ELECTIONS_LINK_HOOK", `http://127.0.0.1:${String(port)}/links`);
  vi.stubEnv("ELECTIONS_LINK_HOOK_KEY", KEY);
  return {
    links,
    close() {
      vi.unstubAllEnvs();
      server.close();
    },
  };
}
