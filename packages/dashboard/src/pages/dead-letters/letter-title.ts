/** What a dead letter is about, in a few words. Pure. */
import type { DeadLetter } from "../../api/wire.ts";

export function letterTitle(letter: DeadLetter): string {
  switch (letter.kind) {
    case "chunk":
      return `${letter.type}, chunk ${String(letter.number)}`;
    case "event":
      return `event ${letter.eventId ?? "without an id"} of ${letter.intake}`;
    case "parked":
      return `${letter.type} for ${letter.sink}`;
  }
}
