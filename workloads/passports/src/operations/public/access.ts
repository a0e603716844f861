/** Who may see which field of the passports that rules make. */
import { Type } from "typebox";
import { readAccess, setAccess, type FieldAccess } from "../../life/access/field-access.ts";
import { selectRules } from "../../life/access/access.sql.ts";
import { maySee, TIERS } from "../../life/access/tiers.ts";
import { found } from "../../life/found.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Tenant, Uuid, Word } from "../fields.ts";

const RuleParams = Given({ rulePackageVersionId: Uuid });
const Tiers = Type.Record(Type.String(), Word(TIERS));

const AccessView = Type.Object({
  tiers: Tiers,
  fields: Type.Array(Type.Object({ path: Type.String(), tier: Word(TIERS) }), {
    description: "Every field that the rules declare, and from which tier on it is shown.",
  }),
});

function accessView({ tiers, paths }: FieldAccess) {
  const tierOf = (path: string) => TIERS.find((tier) => maySee(tiers, tier)(path)) ?? "authority";
  return { tiers: Object.fromEntries(tiers), fields: paths.map((path) => ({ path, tier: tierOf(path) })) };
}

const show = defineRoute({
  name: "passports.access.get",
  method: "GET",
  path: "/v1/rule-package-versions/{rulePackageVersionId}/access",
  summary: "Who may see which field",
  role: "viewer",
  params: RuleParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: AccessView },
  async handle({ engine, params: { rulePackageVersionId: id }, tenant }) {
    const { database } = engine;
    const rules = await found(database, selectRules(id, tenant), { what: "rule package version", id });
    return { status: 200, body: accessView(await readAccess(database, rules.tenant, id)) };
  },
});

const set = defineWrite({
  name: "passports.access.set",
  method: "PUT",
  path: "/v1/rule-package-versions/{rulePackageVersionId}/access",
  summary: "Say who may see which field",
  description:
    "By the paths of fields: public, interested or authority. `*` stands for all fields that are not named, `compliance` for that list. What is not said is for authorities only.",
  role: "admin",
  params: RuleParams,
  body: Given(
    {
      tenant: Type.Optional(Tenant),
      tiers: Type.Record(Type.String({ maxLength: 1_000 }), Word(TIERS), { maxProperties: 10_000 }),
    },
    { examples: [{ tiers: { "*": "public", "battery.state_of_health": "interested" } }] },
  ),
  answers: { 200: AccessView },
  handle({ commit, params, body, tenant, actor }) {
    const wish = { ...params, tenant, tiers: body.tiers, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: accessView(await setAccess(tx, wish)) }));
  },
});

export const accessOperations = [show, set];
