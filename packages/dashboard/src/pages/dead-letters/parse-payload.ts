/** Reads an edited payload, and says what is wrong with it as the server would. */
import { RotaProblem } from "@rota/client";

export function parsePayload(text: string): unknown {
  try {
    const payload: unknown = JSON.parse(text);
    return payload;
  } catch (error) {
    throw new RotaProblem({
      type: "about:blank",
      title: "The payload is not JSON",
      status: 400,
      detail: error instanceof Error ? error.message : String(error),
      code: "PAYLOAD_UNREADABLE",
      instance: "none: it was not sent",
      problems: [],
    });
  }
}
