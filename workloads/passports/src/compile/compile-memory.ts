/** What the last compilation came to: the next one takes over what it would compute again. */
import { makeFact, type Fact } from "../facts/fact.ts";
import { FieldMemory } from "../rules/evaluate/field-memory.ts";
import { NOTHING_BUILT, type ProofMemory } from "./proof.ts";

/** For whoever compiles many passports in turn. A replay is given none: it is to compute everything. */
export class CompileMemory {
  readonly fields = new FieldMemory();
  readonly proof: ProofMemory = { nodes: NOTHING_BUILT };
  readonly #made = new WeakMap<Fact, Fact>();

  /** The fact with a canonical form and a hash of its own. Several passports may be given it; nobody changes it meanwhile. */
  made(fact: Fact): Fact {
    const made = this.#made.get(fact) ?? makeFact(fact);
    this.#made.set(fact, made);
    return made;
  }
}
