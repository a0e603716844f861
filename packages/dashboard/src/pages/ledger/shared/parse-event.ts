/** Reads an event that the reader wrote, and says what is wrong with it as the server would. */
import { RotaProblem } from "@rota/client";
import { parsePayload } from "../../dead-letters/parse-payload.ts";

export function parseEvent(text: string): Record<string, unknown> {
  const event = parsePayload(text);
  if (isRecord(event)) return event;
  throw new RotaProblem({
    type: "about:blank",
    title: "This is no event",
    status: 400,
    detail: "An event is a JSON object, in braces.",
    code: "EVENT_INVALID",
    instance: "none: it was not sent",
    problems: [],
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
