/** `rota config`: shows every option, its value without secrets, and where it comes from. */
import { describeConfig } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { answer } from "../../output/answer.ts";

export const configCommand: CommandSpec = {
  name: "config",
  sentence: "show every option, its value without secrets, and where it comes from",
  examples: ["rota config", "ROTA_LEASE_MS=60000 rota config --json"],
  async run(context) {
    const rows = describeConfig(context.reading);
    const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
    const optionWidth = widest(rows.map(({ option }) => option));
    const valueWidth = widest(rows.map(({ value }) => value));
    answer(context, rows, () =>
      rows.map(({ option, value, source }) => `${option.padEnd(optionWidth)}  ${value.padEnd(valueWidth)}  ${source}`),
    );
  },
};
