/** Which dead letters are meant, as callers say it. */
import type { DeadLetterFilter } from "@rota/engine";
import { Type, type Static, type TObject } from "typebox";
import { defined } from "../defined.ts";
import { GivenTime, Line, Queue, readTime, TaskType, Tenant, Word } from "../fields.ts";

export const filterFields = {
  kind: Type.Optional(Word(["chunk", "event", "parked"])),
  tenant: Type.Optional(Tenant),
  queue: Type.Optional(Queue),
  type: Type.Optional(TaskType),
  intake: Type.Optional(Line(200)),
  code: Type.Optional(Line(200, { description: "Of the error, or of the rejection.", examples: ["ECONNREFUSED"] })),
  from: Type.Optional(GivenTime),
  before: Type.Optional(GivenTime),
};

type Filter = Static<TObject<typeof filterFields>>;

export function readFilter({ from, before, ...rest }: Filter): DeadLetterFilter {
  return { ...rest, ...defined({ from: readTime(from), before: readTime(before) }) };
}
