/** Computes every hash of the audit log again and says whether it holds. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { ActButton } from "../../components/forms/act-button.tsx";
import { numberText } from "../../components/values/count.tsx";

export function VerifyAudit() {
  const [said, setSaid] = useState("");
  const verify = async () => {
    const { entries, tenants, differing } = await answerOf(client.GET("/v1/audit/verification"));
    const looked = `${numberText(entries)} entries of ${numberText(tenants)} tenants`;
    setSaid(
      differing === 0 ? `${looked}: all hold` : `${looked}: ${numberText(differing)} differ, see rota audit-log verify`,
    );
  };
  return (
    <>
      <span role="status" class="small soft">
        {said}
      </span>
      <ActButton act={verify}>Verify</ActButton>
    </>
  );
}
