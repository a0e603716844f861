/** Who got which turn, who was due what, how far apart the lanes are, and why somebody waits. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { useFilters } from "../../components/lists/use-filters.ts";
import { QueueFairness } from "./queue-fairness.tsx";

export function FairnessPage() {
  const { values, set } = useFilters();
  const queues = useResource("queues", () => answerOf(client.GET("/v1/queues")), { on: ["lane"], everyMs: 15_000 });
  const names = queues.value?.items.map(({ queue }) => queue) ?? [];
  const queue = values["queue"] ?? names[0];
  return (
    <Page
      title="Fairness"
      about="Every turn is a recorded decision: lanes that have work share turns by their weight."
      acts={<QueuePicker names={names} chosen={queue} onChoose={(name) => set("queue", name)} />}
    >
      <Shown of={queues}>
        {() =>
          queue === undefined ? (
            <Empty title="No queue yet">A queue appears with its first task.</Empty>
          ) : (
            <QueueFairness key={queue} queue={queue} />
          )
        }
      </Shown>
    </Page>
  );
}

type QueuePickerProps = {
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
};

function QueuePicker({ names, chosen, onChoose }: QueuePickerProps) {
  return (
    <label class="field">
      <span>Queue</span>
      <select value={chosen ?? ""} onChange={(event) => onChoose(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
