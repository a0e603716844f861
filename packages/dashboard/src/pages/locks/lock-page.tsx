/** One lock: who holds it and until when, who stands in line, who had it before. */
import { answerOf, isRotaProblem } from "@rota/client";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { useMay } from "../../session/session.tsx";
import { useResource } from "../../api/use-resource.ts";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { HolderCard } from "./holder-card.tsx";
import { LockHistoryCard } from "./lock-history-card.tsx";
import { OverrideLock } from "./override-lock.tsx";

export function LockPage() {
  const key = decodeURIComponent(useRoute().params["key"] ?? "");
  const mayOverride = useMay("admin");
  const [overridden, setOverridden] = useState(0);
  const lock = useResource(`lock ${key}`, (signal) => findLock(key, signal), { everyMs: 3_000 });
  const afterOverride = () => {
    lock.reload();
    setOverridden(overridden + 1); // its history has one more
  };
  return (
    <Page
      title={key}
      trail={<a href="/locks">Locks</a>}
      acts={
        mayOverride && lock.value?.held ? <OverrideLock lock={lock.value.held} onDone={afterOverride} /> : undefined
      }
    >
      <Shown of={lock}>{({ held }) => <HolderCard lock={held} />}</Shown>
      <LockHistoryCard key={overridden} lockKey={key} />
    </Page>
  );
}

/** A lock that nobody holds is not found, and has a history all the same. */
async function findLock(key: string, signal: AbortSignal) {
  try {
    return { held: await answerOf(client.GET("/v1/locks/{key}", { params: { path: { key } }, signal })) };
  } catch (error) {
    if (isRotaProblem(error) && error.status === 404) return { held: undefined };
    throw error;
  }
}
