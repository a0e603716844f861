/** The contract of payload codecs, which replace inputs, payloads and results in the database. */

/**
 * Both methods may be async. `decode` receives the values that `encode` returned, in another process and months later. An error
 * of theirs is reported by its name only, since its message may contain data that must not be stored.
 *
 * @example
 * const withoutCards: PayloadCodec = {
 *   encode: (value) => JSON.parse(JSON.stringify(value).replace(/\d{12,19}/g, "****")),
 *   decode: (stored) => stored,
 * };
 */
export type PayloadCodec = {
  /** Makes json of json. Null is stored as it is and never given. */
  encode(value: unknown, place: PayloadPlace): unknown;
  decode(stored: unknown, place: PayloadPlace): unknown;
  /**
   * Texts that are the same for the same text only, such as its HMAC: by them a submission under a unique key is known to
   * have the same input. Of the first a hash is stored, the others are what earlier keys would have given; at most
   * FINGERPRINTS_MAX count. Without it what `encode` gave is compared, which must then be the same each time.
   */
  fingerprints?(text: string): readonly string[];
};

/** Where a value belongs. A job has a payload and no input. */
export type PayloadPlace = {
  readonly field: "input" | "payload" | "result";
  /** The name of the task's definition. */
  readonly type: string;
};

/** Options with the codec that encodes stored payloads. */
export type WithCodec = { readonly codec?: PayloadCodec | undefined };
