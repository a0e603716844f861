/** The contract of secrets: values with a time limit that nobody but the processes with the key can read. */

export type NewSecret = {
  readonly key: string;
  readonly value: Uint8Array;
  /** After this it is gone. Default 6 h. */
  readonly ttlMs?: number;
};

/**
 * Values are sealed before they are stored, and never logged or told in errors. A store may lose them at any moment, so
 * undefined is an answer to be ready for: ask whoever has the secret to put it again. Without a key to seal with, every
 * call is refused with SECRETS_NOT_CONFIGURED.
 */
export type Secrets = {
  /** Replaces what was there under the key, and its time. */
  put(secret: NewSecret): Promise<void>;
  read(key: string): Promise<Uint8Array | undefined>;
  /** Reads and forgets: of many who take it at once, one gets it. */
  take(key: string): Promise<Uint8Array | undefined>;
  /** False when it was not there any more. */
  drop(key: string): Promise<boolean>;
};
