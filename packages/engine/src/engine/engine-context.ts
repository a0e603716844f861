/** Defines the context that the parts of an engine share. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../runtime/logger.ts";
import type { OpenedCoordinator } from "./open-lock-store.ts";

export type EngineContext = WithCodec & {
  readonly config: Config;
  readonly database: Database;
  readonly coordinator: OpenedCoordinator;
  readonly logger: Logger;
};
