/** Decides which user of the system the server runs as: PostgreSQL refuses to run as root. */
import { chown, readFile, stat } from "node:fs/promises";

/** Undefined ids: the server runs as the user that started it. */
export type ServerAccount = {
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
};

export const OWN_ACCOUNT: ServerAccount = { name: "this user", ids: undefined };

/** As root: the owner of the data folder if that is not root, else nobody. Otherwise the user itself. */
export async function chooseServerAccount(dataDir: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return OWN_ACCOUNT;
  const owner = await stat(dataDir).catch(() => undefined);
  const users = await readUsers();
  if (owner !== undefined && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? `uid ${String(owner.uid)}`;
    return { name, ids: { uid: owner.uid, gid: owner.gid } };
  }
  const nobody = users.find((user) => user.name === "nobody") ?? { uid: 65_534, gid: 65_534 };
  return { name: "nobody", ids: { uid: nobody.uid, gid: nobody.gid } };
}

/** Makes the account own a file that we made, so that the server can read it and that user can go on without root. */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  if (account.ids !== undefined) await chown(path, account.ids.uid, account.ids.gid);
}

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name === undefined || uid === undefined || gid === undefined
      ? []
      : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
