/** A fact as it is stored: its canonical bytes are the truth, the value is read from them. */
import type { Fact } from "../../facts/fact.ts";

export type StoredFact = Omit<Fact, "payload">;
