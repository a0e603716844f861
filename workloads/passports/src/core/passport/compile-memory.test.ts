/** Tests that memory of earlier compilations saves time and never changes a byte. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleInput, SAMPLE_FACTS, SAMPLE_RULES } from "../../../test/sample-passport.ts";
import { makeFact, type Fact } from "../facts/fact.ts";
import { loadRules } from "../rules/load-rules.ts";
import {
  compile,
  compileInPieces,
  type CompileInput,
  CompileMemory,
  type CompileOutcome,
  inOnePiece,
} from "./compile.ts";

/** Packages that are loaded once, as for many passports: the memory belongs to one loaded package. */
const PACKAGES = [SAMPLE_RULES, `field a.first: Int = 1;\n\n${SAMPLE_RULES}`].map((dslSource) =>
  loadRules({ dslSource, testsSource: "" }),
);

const WORDS = fc.constantFrom("NMC", "LFP", "unknown", "75.5", "0", "12.125", "fünf", "\u{1f50b}", "2026-03-01");

/** Facts that are each unchanged, changed in one member, or missing. */
const someFacts: fc.Arbitrary<readonly Fact[]> = fc
  .tuple(
    ...SAMPLE_FACTS.map((fact) =>
      fc.oneof(
        { weight: 6, arbitrary: fc.constant([fact]) },
        {
          weight: 3,
          arbitrary: fc
            .tuple(fc.constantFrom(...Object.keys(fact.payload)), WORDS)
            .map(([name, value]) => [changed(fact, name, value)]),
        },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
    ),
  )
  .map((facts) => facts.flat());

const someInput: fc.Arbitrary<CompileInput> = fc
  .record({
    facts: someFacts,
    nth: fc.constantFrom(0, 0, 0, 1),
    proofBytesMax: fc.constantFrom(262_144, 262_144, 9_000, 12_000),
  })
  .map(({ facts, nth, proofBytesMax }) => {
    const input = sampleInput({ facts });
    const rules = { ...input.rules, package: PACKAGES[nth] ?? input.rules.package };
    return { ...input, rules, limits: { proofBytesMax } };
  });

test("memory changes no byte and no refusal, whatever was compiled before", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(fc.array(someInput, { minLength: 2, maxLength: 12 }), (inputs) => {
      const memory = new CompileMemory();
      for (const input of inputs) {
        const outcome = answerOf(compileAfter(input, memory));
        kinds.add(outcome.kind);

        expect(outcome).toEqual(answerOf(compile(input)));
      }
    }),
    { numRuns: process.env["ROTA_LONG"] === "1" ? 1_000 : 60 },
  );
  expect([...kinds].sort()).toEqual(["compiled", "refused"]);
});

test("a field is evaluated again only if it reads something else than before", () => {
  const memory = new CompileMemory();
  const first = sampleInput();
  const [rules] = PACKAGES;
  if (rules === undefined) throw new Error("there are no rules");
  const nodesOf = (facts: readonly Fact[]) => {
    compileAfter({ ...sampleInput({ facts }), rules: { ...first.rules, package: rules } }, memory);
    return memory.proof.nodes.nodes;
  };
  const before = nodesOf(SAMPLE_FACTS);
  const after = nodesOf(
    SAMPLE_FACTS.map((fact) => (fact.factType === "PCF" ? changed(fact, "total_gco2e", "7") : fact)),
  );

  const taken = after.filter((node, id) => node === before[id]).length;
  expect(after).toHaveLength(before.length);
  expect(taken).toBeGreaterThan(after.length / 2);
  expect(taken).toBeLessThan(after.length);
});

function changed(fact: Fact, name: string, value: string): Fact {
  return makeFact({ ...fact, payload: { ...fact.payload, [name]: value } });
}

function compileAfter(input: CompileInput, memory: CompileMemory): CompileOutcome {
  const outcome = compileInPieces(input, memory);
  return outcome.kind === "refused" ? outcome : { ...outcome, passport: inOnePiece(outcome.passport) };
}

function answerOf(outcome: CompileOutcome) {
  if (outcome.kind === "compiled") return outcome;
  const { code, message, details } = outcome.error;
  return { kind: outcome.kind, code, message, details };
}
