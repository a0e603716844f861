/** Stops a running statement on the server, because its caller gave up or its time is over. */
import type pg from "pg";
import { RotaError } from "../../errors.ts";
import type { Logger } from "../../runtime/logger.ts";
import { sendCancelRequest, type SessionKey } from "./cancel-request.ts";
import type { ConnectionTarget } from "./connection-target.ts";

type Reason = "aborted" | "timed out";
type StopOptions = { readonly target: ConnectionTarget; readonly connectTimeoutMs: number; readonly logger: Logger };

/** The server's code for a statement that was cancelled, whoever asked for it. */
export const CANCELLED_STATE = "57014";

/** How long a cancelled statement may take to stop before its connection is cut. */
const CANCEL_GRACE_MS = 5_000;

/** The stop of one statement: asked for at most once. */
export class StatementStop {
  readonly #options: StopOptions;
  readonly #client: pg.Client;
  readonly #cut: () => void;
  #request: Promise<void> = Promise.resolve();
  #grace: NodeJS.Timeout | undefined;
  #reason: Reason | undefined;

  constructor(options: StopOptions, client: pg.Client, cut: () => void) {
    this.#options = options;
    this.#client = client;
    this.#cut = cut;
  }

  get reason(): Reason | undefined {
    return this.#reason;
  }

  because(reason: Reason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#grace = setTimeout(this.#cut, CANCEL_GRACE_MS);
    this.#request = this.#askServer();
  }

  /** Resolves when no request is on its way any more: a late one would hit the next statement. */
  async settled(): Promise<void> {
    clearTimeout(this.#grace);
    await this.#request;
  }

  async #askServer(): Promise<void> {
    const key = sessionKey(this.#client);
    if (key === undefined) return this.#cut();
    const { target, connectTimeoutMs, logger } = this.#options;
    await sendCancelRequest(target, key, connectTimeoutMs).catch((error: unknown) => {
      logger.debug({ err: error }, "a cancel request did not reach PostgreSQL; the connection is cut instead");
      this.#cut();
    });
  }
}

/** What the server gave this session to be cancelled by; the driver's types leave it out. */
function sessionKey(client: pg.Client): SessionKey | undefined {
  if (!("processID" in client && "secretKey" in client)) return undefined;
  const { processID: processId, secretKey } = client;
  return typeof processId === "number" && typeof secretKey === "number" ? { processId, secretKey } : undefined;
}

export function timedOut(limitMs: number, cause: unknown): RotaError {
  const message = `a statement took longer than ${String(limitMs)} ms and was stopped: make it smaller or raise statementTimeoutMs`;
  return new RotaError("QUERY_TIMED_OUT", message, { limitMs }, { cause });
}
