/** Checks rules that somebody wrote, where it keeps nobody else waiting. */
import { computeIn, RotaError, type Engine } from "@rota/engine";
import type * as checking from "./check-sources.ts";
import { checkSources, type CheckedSources, type DeclaredRules, type RuleSources } from "./check-sources.ts";

const inChecking = computeIn<typeof checking>(new URL("./check-sources.ts", import.meta.url));

/** Characters that are checked in a few milliseconds, before a process for them could begin. */
const CHECKED_HERE_LENGTH_MAX = 16_384;

export async function checkRules({ compute }: Pick<Engine, "compute">, sources: RuleSources): Promise<CheckedSources> {
  const length = sources.dslSource.length + sources.testsSource.length;
  return length <= CHECKED_HERE_LENGTH_MAX ? checkSources(sources) : compute(inChecking("checkSources"), sources);
}

/** Throws RULE_PARSE_ERROR, RULE_TYPE_ERROR, UNIT_MISMATCH or RULE_CYCLE_DETECTED, for the first thing that is wrong. */
export async function requireRules(engine: Pick<Engine, "compute">, sources: RuleSources): Promise<DeclaredRules> {
  const checked = await checkRules(engine, sources);
  if (checked.kind === "rules") return checked.rules;
  throw new RotaError(checked.code, checked.message, checked.details);
}
