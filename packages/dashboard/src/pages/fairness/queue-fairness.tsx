/** The fairness of one queue: spread, turns by lane, shares. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Shown } from "../../components/layout/shown.tsx";
import type { Level } from "./level.ts";
import { SharesCard } from "./shares-card.tsx";
import { SpreadFigures } from "./spread-figures.tsx";
import { TurnsCard } from "./timeline/turns-card.tsx";

const FRESH = { on: ["dispatch", "lane"], everyMs: 5_000 } as const;

export function QueueFairness({ queue }: { readonly queue: string }) {
  const [level, setLevel] = useState<Level>("tenant");
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/queues/{queue}/fairness", { params: { path: { queue } }, signal }));
  const fairness = useResource(`fairness ${queue}`, load, FRESH);
  return (
    <Shown of={fairness}>
      {(value) => (
        <>
          <SpreadFigures fairness={value} />
          <TurnsCard queue={queue} fairness={value} level={level} onLevel={setLevel} />
          <SharesCard queue={queue} fairness={value} level={level} />
        </>
      )}
    </Shown>
  );
}
