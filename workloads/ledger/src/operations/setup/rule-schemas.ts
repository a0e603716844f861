/** Mapping rules as the API takes and tells them. */
import { Type, type Static, type TObject } from "typebox";
import type { RuleDefinition } from "../../books/stored-rule.ts";
import type { KeptRule } from "../../entities/rules/keep-rules.ts";
import { readFinancialEvent } from "../../intake/financial-event.ts";
import { RULE_EXAMPLES_MAX } from "../../mapping/check-rule.ts";
import { EXPRESSION_BYTES_MAX, type MappingRule, RULE_LINES_MAX } from "../../mapping/rule.ts";
import * as fields from "../fields.ts";
import { Given, Nullable } from "../fields.ts";
import { DraftLineView, draftLineView, GivenLine, readLine } from "../journal/entry-schemas.ts";

const Expression = Type.String({ minLength: 1, maxLength: EXPRESSION_BYTES_MAX, description: "An expression of CEL." });
const Expressions = Type.Record(Type.String(), Expression);

/** A business event as it is sent to /v1/events. */
export const GivenEvent = Type.Unsafe<object>({
  type: "object",
  additionalProperties: true,
  description: "A business event, as it is sent to /v1/events.",
});

const LINE_FIELDS = {
  account: Type.String({ ...Expression, examples: ["payload.method == 'card' ? 'card-clearing' : 'cash'"] }),
  side: fields.Word(["D", "C"]),
  amount: Type.String({ ...Expression, examples: ["minor(payload.total, event.transactionCurrency)"] }),
  when: Type.Optional(Expression),
  currency: Type.Optional(Expression),
  forEach: Type.Optional(Expression),
  dimensions: Type.Optional(Expressions),
};

export const RuleFields = {
  lines: Type.Array(Given(LINE_FIELDS), { minItems: 1, maxItems: RULE_LINES_MAX }),
  description: Type.Optional(Expression),
  reference: Type.Optional(Expression),
  dimensions: Type.Optional(Expressions),
  examples: Type.Array(Given({ event: GivenEvent, lines: Type.Array(GivenLine) }), {
    maxItems: RULE_EXAMPLES_MAX,
    description: "Events and the lines that must come out: a rule is saved only if all do.",
  }),
};
type GivenRule = Static<TObject<typeof RuleFields>>;

export function readDefinition(given: GivenRule): RuleDefinition {
  const { lines, description, reference, dimensions } = given;
  const examples = given.examples.map((example) => ({
    event: readFinancialEvent(example.event),
    lines: example.lines.map(readLine),
  }));
  return { lines, description, reference, dimensions, examples };
}

export const RuleView = Type.Object({
  ruleId: Type.String(),
  version: Type.Integer(),
  eventType: Type.String(),
  about: Nullable(Type.String()),
  isActive: Type.Boolean(),
  lines: Type.Array(Type.Object(LINE_FIELDS)),
  description: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  dimensions: Expressions,
  examples: Type.Array(Type.Object({ event: GivenEvent, lines: Type.Array(DraftLineView) })),
  createdBy: Type.String(),
  createdAt: fields.Time,
  updatedAt: fields.Time,
});

export function ruleView({
  rule,
  about,
  isActive,
  createdBy,
  createdAt,
  updatedAt,
}: KeptRule): Static<typeof RuleView> {
  const { ruleId, version, eventType } = rule;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { ruleId, version, eventType, about, isActive, ...definitionView(rule), createdBy, ...times };
}

export function definitionView({ lines, description, reference, dimensions, examples }: MappingRule) {
  return {
    lines: lines.map((line) => defined(line)),
    description: description ?? null,
    reference: reference ?? null,
    dimensions: { ...dimensions },
    examples: examples.map(({ event, lines: expected }) => ({
      event,
      lines: expected.map((line) => draftLineView(line, event.transactionCurrency)),
    })),
  };
}

type RuleLine = MappingRule["lines"][number];

/** Without the fields that are not set. */
function defined({ account, side, amount, when, currency, forEach, dimensions }: RuleLine) {
  return {
    ...{ account, side, amount },
    ...(when === undefined ? {} : { when }),
    ...(currency === undefined ? {} : { currency }),
    ...(forEach === undefined ? {} : { forEach }),
    ...(dimensions === undefined ? {} : { dimensions: { ...dimensions } }),
  };
}
