/** GENERATE_QR of a part of a batch: the codes of all that are signed are drawn together. */
import { computeIn, type RunContext } from "@rota/engine";
import type { BatchPart } from "../../life/batches/batch-part.ts";
import { selectPartVersions } from "../../life/batches/part-versions.sql.ts";
import type * as drawing from "../../life/versions/codes/draw-codes.ts";
import { keepCodes } from "../../life/versions/codes/keep-codes.ts";
import { whatToDraw } from "../../life/versions/codes/what-to-draw.ts";

const inDrawing = computeIn<typeof drawing>(new URL("../../life/versions/codes/draw-codes.ts", import.meta.url));

export async function drawPart(part: BatchPart, { database, compute, commit }: RunContext): Promise<undefined> {
  const versions = (await database.query(selectPartVersions(part))).filter(({ signed_at }) => signed_at !== null);
  const wanted = versions.map((version) => ({ version, ...whatToDraw(version, version) }));
  const codes = await compute(
    inDrawing("drawAllCodes"),
    wanted.map(({ text, link }) => ({ text, link })),
  );
  await commit(async (tx) => {
    await keepCodes(
      tx,
      wanted.map(({ version, text }, index) => ({ version, text, codes: codes[index] ?? [] })),
    );
    return { drawn: wanted.length };
  });
}
