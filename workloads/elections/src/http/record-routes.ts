/** Routes to download the record of an election, as one zip file or file by file. */
import { Readable } from "node:stream";
import { Given, Line, Whole } from "@rota/engine/operations";
import { Type } from "typebox";
import { zipRecord } from "../core/records/write-record.ts";
import { ElectionError } from "../errors.ts";
import { readPhaseElection } from "../store/phase-election.ts";
import { selectRecordFile, selectRecordFiles } from "../store/record.sql.ts";
import { openStoredRecord } from "../store/record.ts";
import { defineRoute, ElectionParams } from "./fields.ts";

const download = defineRoute({
  name: "elections.record.download",
  method: "GET",
  path: "/v1/elections/{electionId}/record",
  summary: "The record as a zip file",
  description: "Verify it with `rota elections verify`. The same bytes every time; X-Record-Digest names them.",
  role: "anyone",
  params: ElectionParams,
  answers: { 200: Type.Unsafe<Readable>({ type: "string", format: "binary" }) },
  contentType: "application/zip",
  async handle({ engine, params }) {
    const { parts, digest } = await openStoredRecord(engine.database, BigInt(params.electionId));
    const headers = {
      "content-disposition": `attachment; filename="election-${params.electionId}.zip"`,
      "x-record-digest": digest,
    };
    return { status: 200, headers, body: Readable.fromWeb(zipRecord(parts)) };
  },
});

const files = defineRoute({
  name: "elections.record.files",
  method: "GET",
  path: "/v1/elections/{electionId}/record/files",
  summary: "The files of the record, without ballots",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      files: Type.Array(Type.Object({ path: Type.String(), sha256: Type.String(), bytes: Whole })),
    }),
  },
  async handle({ engine, params }) {
    const { electionId } = await readPhaseElection(engine.database, BigInt(params.electionId));
    const rows = await engine.database.query(selectRecordFiles(electionId));
    const listed = rows.map(({ path, digest, byte_count: bytes }) => ({
      path,
      sha256: Buffer.from(digest).toString("hex"),
      bytes: Number(bytes),
    }));
    return { status: 200, body: { files: listed } };
  },
});

const file = defineRoute({
  name: "elections.record.file",
  method: "GET",
  path: "/v1/elections/{electionId}/record/file",
  summary: "One file of the record",
  role: "anyone",
  params: ElectionParams,
  query: Given({ path: Line(300, { examples: ["tally.json"] }) }),
  answers: { 200: Type.Unsafe<string>({ type: "string" }) },
  contentType: "text/plain; charset=utf-8",
  async handle({ engine, params, query: { path } }) {
    const [row] = await engine.database.query(selectRecordFile(BigInt(params.electionId), path));
    if (row !== undefined) return { status: 200, body: new TextDecoder().decode(row.content) };
    const message = `the record of election ${params.electionId} keeps no file ${path}: list its files, or download all`;
    throw new ElectionError("ELECTION_NOT_FOUND", message, { path });
  },
});

export const recordOperations = [download, files, file];
