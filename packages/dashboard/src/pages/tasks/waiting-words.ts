/** What an open task waits for, in words. */

export const WAITING_WORDS = {
  turn: "waits for its turn",
  dueTime: "waits until it is due",
  broker: "handed to the broker",
  children: "waits for its children",
  resume: "waits to be resumed",
} as const;
