/** What somebody makes of an event that was not posted: under which id, and what is to be posted then. Pure. */
import type { DeadEventDetails } from "@rota/engine";
import { canonicalJson } from "@rota/proofs";
import { isObject } from "../../intake/financial-event.ts";

export type EditedEvent = {
  readonly eventId: string;
  readonly payload: { readonly event: object; readonly source?: string };
};

type Letter = Pick<DeadEventDetails, "id" | "eventId" | "payload">;

/**
 * The id of the edit, if it has one of its own; else that of the event with the number of its record, so that whoever sees an
 * entry finds what it was made of. Undefined: nothing was changed.
 */
export function editOf({ id, eventId, payload }: Letter, event: object): EditedEvent | undefined {
  const { event: sent, source } = sentParts(payload);
  if (isObject(sent) && canonicalJson(sent) === canonicalJson(event)) return undefined;
  const given = "eventId" in event && typeof event.eventId === "string" ? event.eventId : eventId;
  const newId = given === undefined || given === eventId ? `${eventId ?? ""}~${id}` : given;
  return {
    eventId: newId,
    payload: { event: { ...event, eventId: newId }, ...(source === undefined ? {} : { source }) },
  };
}

export function sentParts(payload: unknown): { readonly event: unknown; readonly source: string | undefined } {
  const { event, source } = isObject(payload) ? payload : { event: undefined, source: undefined };
  return { event, source: typeof source === "string" ? source : undefined };
}
