/** `rota audit-log [list | verify | head]`: shows who did what, says whether the log is as it was written, prints its heads. */
import { RotaError } from "@rota/engine";
import type { CommandContext } from "../../with-config.ts";
import { listEntries } from "./list-entries.ts";
import { printHeads } from "./print-heads.ts";
import { verifyEntries } from "./verify-entries.ts";

/** What can be asked for, the flags that go with it, and who does it. */
const WISHES: readonly Wish[] = [
  {
    name: "list",
    flags: ["tenant", "actor", "action", "subject", "subjectId", "limit", "after", "json"],
    run: listEntries,
  },
  { name: "verify", flags: ["tenant", "head", "json"], run: verifyEntries },
  { name: "head", flags: ["tenant"], run: printHeads },
];

type Wish = {
  readonly name: string;
  readonly flags: readonly string[];
  readonly run: (context: CommandContext) => Promise<void>;
};

export const AUDIT_LOG_WISHES = WISHES.map(({ name }) => name);

export async function auditLog(context: CommandContext): Promise<void> {
  const [name = ""] = context.words;
  const wish = WISHES.find((known) => known.name === name);
  if (wish === undefined) throw new Error(`the command line let "${name}" pass`);
  refuseFlagsOfOthers(wish, context.flags);
  await wish.run(context);
}

/** A flag that is not looked at would be taken for one that was. */
function refuseFlagsOfOthers({ name, flags }: Wish, given: CommandContext["flags"]): void {
  const others = new Set(WISHES.flatMap((wish) => wish.flags).filter((flag) => !flags.includes(flag)));
  const stray = Object.keys(given).find((flag) => others.has(flag));
  if (stray === undefined) return;
  const fitting = WISHES.filter((wish) => wish.flags.includes(stray)).map((wish) => wish.name);
  const flag = `--${stray.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const message = `${flag} does not go with rota audit-log ${name}, only with ${fitting.join(" and ")}; leave it out`;
  throw new RotaError("COMMAND_INVALID", message, { flag });
}
