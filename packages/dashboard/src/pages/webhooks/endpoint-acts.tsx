/** What may be done to an endpoint: test, enable, disable, another secret, send failed deliveries again. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { useMay } from "../../session/session.tsx";
import type { Endpoint } from "../../api/wire.ts";
import { ActButton } from "../../components/forms/act-button.tsx";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";

type EndpointActsProps = { readonly endpoint: Endpoint; readonly onDone: () => void };

export function EndpointActs({ endpoint: { endpointId, state }, onDone }: EndpointActsProps) {
  const [said, setSaid] = useState("");
  const [secret, setSecret] = useState<string>();
  const params = { path: { endpointId } };
  const isAdmin = useMay("admin");
  const ping = async () => {
    const { isDelivered, status, error } = await answerOf(
      client.POST("/v1/webhooks/endpoints/{endpointId}/ping", { params }),
    );
    setSaid(
      isDelivered ? `the test was answered with ${String(status)}` : `the test failed: ${error ?? String(status)}`,
    );
  };
  const replay = async () => {
    const { replayed } = await answerOf(
      client.POST("/v1/webhooks/endpoints/{endpointId}/replay", { params, body: {} }),
    );
    setSaid(`${String(replayed)} are sent again`);
  };
  const rotate = async () => {
    const made = await answerOf(client.POST("/v1/webhooks/endpoints/{endpointId}/rotate", { params, body: {} }));
    setSecret(made.secret);
  };
  if (!useMay("operator")) return null;
  return (
    <>
      <ActButton act={ping}>Send a test</ActButton>
      <ActButton act={replay}>Send failed ones again</ActButton>
      {state === "ACTIVE" ? (
        <ActButton act={() => disable(endpointId)} onDone={onDone} kind="danger">
          Disable
        </ActButton>
      ) : (
        <ActButton act={() => client.POST("/v1/webhooks/endpoints/{endpointId}/enable", { params })} onDone={onDone}>
          Enable
        </ActButton>
      )}
      {isAdmin ? (
        <ActButton act={rotate} onDone={onDone}>
          New secret
        </ActButton>
      ) : null}
      <span role="status" class="small soft">
        {said}
      </span>
      {secret === undefined ? null : (
        <SecretDialog title="The new secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function disable(endpointId: string): Promise<unknown> {
  const body = { reason: "disabled on the dashboard" };
  return client.POST("/v1/webhooks/endpoints/{endpointId}/disable", { params: { path: { endpointId } }, body });
}
