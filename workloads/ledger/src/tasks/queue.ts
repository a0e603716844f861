/** The pool of workers that does what the ledger leaves for later. */
export const LEDGER_QUEUE = "ledger";
