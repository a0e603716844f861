/** BUILD_SNAPSHOT of a part of a batch: its snapshots are filled, checked and sealed; compiling follows. */
import type { RunContext } from "@rota/engine";
import type { BatchPart } from "../../life/batches/batch-part.ts";
import { sealPart } from "../../life/batches/seal-part.ts";
import { committed } from "../passport-work.ts";
import { planPart } from "../plan-part.ts";
import { compilePassport } from "../versions/compile-passport.ts";

export type BuiltPart = { readonly sealed: number; readonly refused: number };

export async function buildPart(part: BatchPart, context: RunContext): Promise<BuiltPart> {
  return committed(context, async (tx) => {
    const { tenant, ...built } = await sealPart(tx, part);
    if (tenant !== undefined) await context.submit(tx, [await planPart(compilePassport, part, { tenant })]);
    return built;
  });
}
