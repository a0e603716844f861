/** Reports mistakes that the page finds itself as problems like those of the server. */
import { RotaProblem } from "@rota/client";

/** Creates a problem found by the page itself; no request was sent. */
export function refusal(code: string, detail: string): RotaProblem {
  return new RotaProblem({
    type: "about:blank",
    title: "Refused",
    status: 400,
    detail,
    code,
    instance: "none: it was not sent",
    problems: [],
  });
}

/** Parses JSON that was edited on the page. */
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
