/** No notes to self, no paths of one machine, no emojis, in any text file. */
import type { TreeFile, Violation } from "../violation.ts";

/** Written in pieces, so that this file passes its own rule. */
const NOTES = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"];
const PERSONAL_FOLDERS = ["home", "root", "work", "Users"];

const FORBIDDEN: readonly { pattern: RegExp; message: string }[] = [
  {
    pattern: new RegExp(String.raw`\b(${NOTES.join("|")})\b`),
    message: "a note to self: do it now, or open an issue",
  },
  {
    pattern: new RegExp(String.raw`(?<![\w.$}*/-])/(${PERSONAL_FOLDERS.join("|")})/`),
    message: "a path of one machine: make it relative, or use os.tmpdir()",
  },
  { pattern: /\p{Emoji_Presentation}|\uFE0F/u, message: "an emoji: say it in words" },
];

export function forbiddenText(files: readonly TreeFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((content, index) =>
      FORBIDDEN.filter(({ pattern }) => pattern.test(content)).map(({ message }) => ({
        path,
        line: index + 1,
        rule: "forbidden-text",
        message,
      })),
    ),
  );
}
