/** A refusal by the page itself, in the form of those by the server: nothing was sent. */
import { RotaProblem } from "@rota/client";

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
