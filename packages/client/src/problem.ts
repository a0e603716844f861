/** The error for a refused request, with the code and the details of its problem document (RFC 9457). */

/** One value of a refused request. */
export type RefusedValue = { readonly path: string; readonly message: string };

/** The parts of a problem document; `code` is one of docs/reference/errors.md. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** Id of the request, which is also in the server's log. */
  readonly instance: string;
  readonly problems: readonly RefusedValue[];
};

/** Thrown by every call whose status is not 2xx. */
export class RotaProblem extends Error {
  override readonly name = "RotaProblem";
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument) {
    super(problem.detail);
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** @example if (isRotaProblem(error, "TASK_NOT_FOUND")) return undefined; */
export function isRotaProblem(error: unknown, code?: string): error is RotaProblem {
  return error instanceof RotaProblem && (code === undefined || error.code === code);
}

/**
 * Reads the problem document. If a proxy or a broken connection answered instead of the server, only the status is
 * known.
 */
export async function readProblem(response: Response): Promise<RotaProblem> {
  const document = await readJson(response);
  return new RotaProblem({
    type: text(document["type"]) ?? "about:blank",
    title: text(document["title"]) ?? response.statusText,
    status: response.status,
    detail: text(document["detail"]) ?? `the server answered ${String(response.status)} ${response.statusText}`.trim(),
    code: text(document["code"]) ?? "ANSWER_UNKNOWN",
    instance: text(document["instance"]) ?? response.headers.get("x-request-id") ?? "",
    problems: refusedValues(document["problems"]),
  });
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const document: unknown = await response.json();
    return isRecord(document) ? document : {};
  } catch {
    return {}; // not JSON: only the status is known
  }
}

function refusedValues(listed: unknown): RefusedValue[] {
  if (!Array.isArray(listed)) return [];
  return listed
    .filter(isRecord)
    .map((each) => ({ path: text(each["path"]) ?? "", message: text(each["message"]) ?? "" }));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
