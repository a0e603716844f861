/** The contract of a test service. */

/** A private server process on loopback with its own port and data folder. */
export type Service = {
  readonly name: string;
  /** Stays the same across kill, stop and start. */
  readonly url: string;
  /** Folder of its data; undefined in a container. */
  readonly folder?: string;
  /** Returns the server's process; undefined while it is stopped. */
  pid(): number | undefined;
  /** Ends it at once, like a crash, and returns when it has exited. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data after `kill` or `stop`; returns when it answers. */
  start(): Promise<void>;
  /** Shuts it down in order and returns when it has exited. */
  stop(): Promise<void>;
  /** Stops it and deletes its folder. */
  dispose(): Promise<void>;
};
