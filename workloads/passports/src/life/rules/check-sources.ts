/** Says what the sources of rules declare, or what is wrong with them and where. Pure; long ones are checked in a process of their own. */
import { isRotaError, type ErrorCode, type ErrorDetails } from "@rota/engine/errors";
import { loadRules } from "../../rules/load-rules.ts";
import { formatType } from "../../rules/syntax/rule-type.ts";

export type RuleSources = { readonly dslSource: string; readonly testsSource: string };

export type DeclaredRules = RuleSources & {
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly fields: readonly { readonly path: string; readonly type: string }[];
};

export type CheckedSources =
  | { readonly kind: "rules"; readonly rules: DeclaredRules }
  | {
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
    };

export function checkSources(sources: RuleSources): CheckedSources {
  try {
    const { dslSource, testsSource, dslSha256, testsSha256, fields } = loadRules(sources);
    const declared = fields.map(({ path, type }) => ({ path, type: formatType(type) }));
    return { kind: "rules", rules: { dslSource, testsSource, dslSha256, testsSha256, fields: declared } };
  } catch (error) {
    if (!isRotaError(error)) throw error;
    const { code, message, details } = error;
    return { kind: "refused", code, message, details };
  }
}
