/** What an intake has done in this process, for whoever watches it. */

export type IntakeCounts = {
  /** Messages that the broker gave. */
  received: number;
  /** Of those, the ones that it had given out before. */
  redelivered: number;
  /** Events that were new. */
  stored: number;
  /** Deliveries of an event that had been stored before, with the same payload. */
  duplicates: number;
  /** Deliveries with another payload under the same id. */
  conflicts: number;
  /** Messages that are no events. */
  malformed: number;
  /** Messages found in the dead-letter queue. */
  deadLettered: number;
  /** Messages that went back to the broker because the database was away for too long. */
  givenBack: number;
  /** Events that were handled. */
  done: number;
  rejected: number;
  /** Events that are tried again later. */
  putOff: number;
  /** Events whose outcome could not be shown in Redis. */
  notMirrored: number;
};

export function newIntakeCounts(): IntakeCounts {
  return {
    received: 0,
    redelivered: 0,
    stored: 0,
    duplicates: 0,
    conflicts: 0,
    malformed: 0,
    deadLettered: 0,
    givenBack: 0,
    done: 0,
    rejected: 0,
    putOff: 0,
    notMirrored: 0,
  };
}
