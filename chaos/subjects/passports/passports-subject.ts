/** Passports of single batteries, requested all the time: a chain of tasks compiles, signs and draws each. */
import type { Stage } from "../../stage/stage.ts";
import { until } from "../../stage/until.ts";
import type { Piece, Subject } from "../../subject.ts";
import { piecesOf, startStream, type Stream } from "../stream.ts";
import { selectDrawn } from "./passports.sql.ts";
import { isHistoryRight, preparePassports, requestPassport } from "./prepare-passports.ts";

const EVERY_MS = 200;
const FINISH_MS_MAX = 120_000;

export const passportsSubject: Subject = {
  name: "passports",
  sentence:
    "passports, 5 a second over HTTP, each compiled, signed and drawn; a piece is a passport with one version, its QR code and a history that is whole and holds nothing twice",
  async begin(stage) {
    const ground = await preparePassports(stage.send);
    const send = (nth: number) => requestPassport(stage.send, ground, `battery-${String(nth)}`);
    const stream = startStream({ everyMs: EVERY_MS, send });
    const drawn = async () => new Set((await stage.database.query(selectDrawn())).map(({ name }) => name));
    await until("the first passport", async () => (await drawn()).size > 0, FINISH_MS_MAX);
    return {
      async finish() {
        await stream.stop();
        const isOver = async () => {
          const found = await drawn();
          return [...stream.accepted.keys()].every((name) => found.has(name));
        };
        // The time limit ends the wait; lost passports are found by counting.
        await until("all passports", isOver, FINISH_MS_MAX).catch(() => undefined);
      },
      pieces: () => findPieces(stage, stream),
    };
  },
};

async function findPieces({ database, send }: Stage, stream: Stream): Promise<Piece[]> {
  const drawn = await database.query(selectDrawn());
  const versions = new Map(drawn.map(({ name, version_id: versionId }) => [name, versionId]));
  const pieces = piecesOf(
    stream,
    drawn.map(({ name, occurred_at: occurredAt }) => ({ name, atMs: occurredAt.getTime() })),
  );
  return Promise.all(
    pieces.map(async (piece) => {
      const versionId = versions.get(piece.name);
      if (piece.doneMs.length !== 1 || versionId === undefined) return piece;
      if (await isHistoryRight(send, versionId)) return piece;
      return { ...piece, doneMs: [], reason: "its history is not whole, or holds something twice" };
    }),
  );
}
