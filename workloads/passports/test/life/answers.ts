/** Reads answers of the API in tests. */
import { Type, type Static, type TSchema } from "typebox";
import { Parse } from "typebox/value";
import { expect } from "vitest";
import type { Asked } from "./world.ts";

/** Returns the body of a response, which must have the status and the schema. */
export async function expectBody<Schema extends TSchema>(
  status: number,
  schema: Schema,
  asked: Promise<Asked>,
): Promise<Static<Schema>> {
  const { status: actual, body } = await asked;
  expect({ status: actual, body: actual === status ? undefined : body }).toEqual({ status, body: undefined });
  return Parse(schema, body);
}

const Problem = Type.Object({ code: Type.String(), detail: Type.String() });

/** Returns the code and the message of a refusal. */
export async function refused(status: number, asked: Promise<Asked>): Promise<Static<typeof Problem>> {
  return expectBody(status, Problem, asked);
}
