/** `rota config`: shows every option, its value without secrets, and where it comes from. */
import { describeConfig } from "@rota/engine";
import type { CommandContext } from "../with-config.ts";

export async function showConfig({ reading }: CommandContext): Promise<void> {
  const rows = describeConfig(reading);
  const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
  const optionWidth = widest(rows.map(({ option }) => option));
  const valueWidth = widest(rows.map(({ value }) => value));
  for (const { option, value, source } of rows) {
    console.log(`${option.padEnd(optionWidth)}  ${value.padEnd(valueWidth)}  ${source}`);
  }
}
