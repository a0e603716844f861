/** One version of a passport: how it stands, and what is done with it. */
import { RotaError } from "@rota/engine";
import { Type } from "typebox";
import { wrongState } from "../../life/refusals.ts";
import { activate as activateVersion } from "../../life/versions/activate.ts";
import { revoke as revokeVersion } from "../../life/versions/revoke.ts";
import { readVersion } from "../../life/versions/version.ts";
import { PASSPORTS_GROUP } from "../../tasks/passport-work.ts";
import { generateQr } from "../../tasks/versions/generate-qr.ts";
import { replayPassport, type Replayed } from "../../tasks/versions/replay-passport.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Line, Tenant, Word } from "../fields.ts";
import { VersionParams, VersionView, versionView } from "./version-view.ts";
import { Accepted, accepted, waitShortly } from "./wait-shortly.ts";

const TenantBody = Given({ tenant: Type.Optional(Tenant) });

const show = defineRoute({
  name: "passports.versions.get",
  method: "GET",
  path: "/v1/passport-versions/{passportVersionId}",
  summary: "One version of a passport",
  role: "viewer",
  params: VersionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: VersionView },
  async handle({ engine, params, tenant }) {
    return { status: 200, body: versionView(await readVersion(engine.database, params.passportVersionId, tenant)) };
  },
});

const activate = defineWrite({
  name: "passports.versions.activate",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/activate",
  summary: "Make a signed version the one that counts",
  description: "The version that was active until now is superseded by it.",
  role: "operator",
  params: VersionParams,
  body: TenantBody,
  answers: { 200: VersionView },
  handle({ commit, params, tenant, actor }) {
    const act = { ...params, tenant, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: versionView(await activateVersion(tx, act)) }));
  },
});

const revoke = defineWrite({
  name: "passports.versions.revoke",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/revoke",
  summary: "Take a version back",
  description:
    "For good. What was scanned or saved of it still verifies: its status tells that it was revoked, and why.",
  role: "passport:revoke",
  params: VersionParams,
  body: Given({ tenant: Type.Optional(Tenant), reason: Line(500, { description: "Everybody can read it." }) }),
  answers: { 200: VersionView },
  handle({ commit, params, body, tenant, actor }) {
    const act = { ...params, tenant, actor: actor.name, reason: body.reason };
    return commit(async (tx) => ({ status: 200, body: versionView(await revokeVersion(tx, act)) }));
  },
});

const replay = defineWrite({
  name: "passports.versions.replay",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/replay",
  summary: "Compile a version again and compare every hash",
  description: "202 when the workers take longer than the caller should wait: the result is that of the job.",
  role: "operator",
  params: VersionParams,
  body: TenantBody,
  answers: { 200: Type.Object({ verification: Word(["passed"]) }), 202: Accepted },
  async handle({ commit, engine, params, tenant: asking, actor, signal }) {
    const { passportVersionId: id } = params;
    const answer = await commit(async (tx) => {
      const { status, tenant } = await readVersion(tx, id, asking);
      if (status === "COMPILING")
        throw wrongState(`the version ${id} is COMPILING: only what is signed can be replayed`, status);
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, submittedBy: actor.name };
      return accepted(await engine.submit(replayPassport, params, placement));
    });
    if (answer.status !== 202) return answer;
    const replayed = await waitShortly(engine.task<Replayed>(BigInt(answer.body.job_id)), signal);
    if (replayed === undefined) return answer;
    if (replayed.verification === "passed") return { status: 200, body: replayed };
    const { code, message, details } = replayed.refusal;
    throw new RotaError(code, message, details);
  },
});

const drawAgain = defineWrite({
  name: "passports.versions.draw",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/qr",
  summary: "Draw the QR codes of a version again",
  description: "Such as when passports have got another public address. BPC-QR-1 comes out as it was.",
  role: "operator",
  params: VersionParams,
  body: TenantBody,
  answers: { 202: Accepted },
  handle({ commit, engine, params, tenant: asking, actor }) {
    const { passportVersionId: id } = params;
    const unique = { key: id, mode: "singleton" } as const;
    return commit(async (tx) => {
      const { status, tenant } = await readVersion(tx, id, asking);
      if (status === "COMPILING")
        throw wrongState(`the version ${id} is COMPILING: it is drawn when it is signed`, status);
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, unique, submittedBy: actor.name };
      return accepted(await engine.submit(generateQr, params, placement));
    });
  },
});

export const versionOperations = [show, activate, revoke, replay, drawAgain];
