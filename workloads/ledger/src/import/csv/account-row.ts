/** Reads a row of a chart of accounts: `code`, `type`, `currency`, and `name`, `contra`, `parent`, `active` where they are given. */
import { ACCOUNT_TYPES } from "../../accounts/account.ts";
import { invalidLine } from "../../book-file/read-record.ts";
import type { AccountRecord } from "../../book-file/record-schemas.ts";
import type { CsvRow } from "./csv-row.ts";

export function accountOfRow({ line, cells }: CsvRow): AccountRecord {
  const { code = "", currency = "", name = "", parent = "" } = cells;
  const type = ACCOUNT_TYPES.find((one) => one === cells["type"]?.toUpperCase());
  if (type === undefined) throw invalidLine(line, `its type must be one of ${ACCOUNT_TYPES.join(", ")}`);
  return {
    ...{ record: "account", code, type, currency },
    name: name === "" ? code : name,
    parent: parent === "" ? null : parent,
    isContra: yesOrNo(cells["contra"], false, line),
    isActive: yesOrNo(cells["active"], true, line),
  };
}

function yesOrNo(cell: string | undefined, otherwise: boolean, line: number): boolean {
  const word = (cell ?? "").toLowerCase();
  if (word === "") return otherwise;
  if (["true", "yes", "1"].includes(word)) return true;
  if (["false", "no", "0"].includes(word)) return false;
  throw invalidLine(line, `write yes or no for ${JSON.stringify(cell)}`);
}
