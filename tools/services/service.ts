/** What every test service looks like to the test that uses it. */

/** A private server process on loopback with its own port and data folder. */
export type Service = {
  readonly name: string;
  /** Stays the same over kill, stop and start. */
  readonly url: string;
  /** Where its data lies; undefined in a container. */
  readonly folder?: string;
  /** The server's process now; undefined while it is stopped. */
  pid(): number | undefined;
  /** Ends it at once, as a crash would, and returns when it is gone. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data after `kill` or `stop`; returns when it answers. */
  start(): Promise<void>;
  /** Shuts it down in order and returns when it is gone. */
  stop(): Promise<void>;
  /** Stops it and deletes its folder. */
  dispose(): Promise<void>;
};
