/** Metrics of what this process did: attempts, claims, tickets, messages. */
import type { EngineCounts, WorkCounts } from "@rota/engine";
import type { Instruments } from "../instruments.ts";

type Fill = (counts: EngineCounts) => void;

export function workMetrics(make: Instruments): Fill {
  const fills = [attemptMetrics(make), statementMetrics(make), ticketMetrics(make), intakeMetrics(make)];
  return (counts) => fills.forEach((fill) => fill(counts));
}

const FINISHED = { COMPLETED: "COMPLETED", FAIL: "FAILED", EXHAUSTED: "DEAD_LETTER" } as const;

function attemptMetrics(make: Instruments): Fill {
  const attempts = make.counter("rota_attempts_total", "Attempts that ended in this process.", ["type", "outcome"]);
  const finished = make.counter(
    "rota_chunks_finished_total",
    "Chunks that this process brought to their end, by their last state.",
    ["type", "state"],
  );
  const durations = make.histogram(
    "rota_attempt_duration_seconds",
    "Time from the claim of a chunk to the end of its handler.",
    ["type"],
  );
  return ({ work }) => {
    for (const { type, outcomes, durations: took } of work?.attempts ?? []) {
      for (const [outcome, count] of Object.entries(outcomes)) attempts(count, { type, outcome });
      for (const [outcome, state] of Object.entries(FINISHED)) finished(countOf(outcomes, outcome), { type, state });
      durations.show({ type }, took);
    }
  };
}

function countOf(outcomes: WorkCounts["attempts"][number]["outcomes"], wanted: string): number {
  return Object.entries(outcomes).find(([outcome]) => outcome === wanted)?.[1] ?? 0;
}

function statementMetrics(make: Instruments): Fill {
  const slots = make.gauge("rota_worker_slots", "How many chunks this process runs at once at most.");
  const running = make.gauge("rota_worker_running", "Chunks whose handlers run in this process.");
  const claimErrors = make.counter("rota_claim_errors_total", "Claims that failed.");
  const claims = make.histogram("rota_claim_duration_seconds", "Time that claims took.", []);
  const settleErrors = make.counter(
    "rota_settle_errors_total",
    "Statements with outcomes that failed; they are tried again.",
  );
  const settles = make.histogram("rota_settle_duration_seconds", "Time that statements with outcomes took.", []);
  const leases = make.counter("rota_leases_rescued_total", "Leases of processes that had gone, ended by this one.");
  const chunks = make.counter("rota_chunks_rescued_total", "Chunks of processes that had gone, put back by this one.");
  return ({ work }) => {
    if (work === undefined) return;
    slots(work.slots);
    running(work.running);
    claimErrors(work.claims.failures);
    claims.show({}, work.claims.durations);
    settleErrors(work.settles.failures);
    settles.show({}, work.settles.durations);
    leases(work.rescued.leases);
    chunks(work.rescued.chunks);
  };
}

/** The first three are those of the source; `queue` is the name of the queue in the broker. */
function ticketMetrics(make: Instruments): Fill {
  const published = make.counter("rabbitmq_published_total", "Messages that the broker confirmed.", ["queue"]);
  const consumed = make.counter("rabbitmq_consumed_total", "Messages that the broker gave to this process.", ["queue"]);
  const failed = make.counter(
    "rabbitmq_failed_total",
    "Messages that the broker did not confirm, or that were not what they should be.",
    ["queue"],
  );
  const tickets = make.counter("rota_tickets_total", "What happened to tickets in this process.", ["queue", "event"]);
  return (counts) => {
    for (const [queue, { published: sent, received, unsent, malformed, ...others }] of Object.entries(counts.tickets)) {
      published(sent, { queue });
      consumed(received, { queue });
      failed(unsent + malformed, { queue });
      const { resent, redelivered, ignored } = others;
      for (const [event, count] of Object.entries({ resent, redelivered, ignored })) tickets(count, { queue, event });
    }
    for (const { brokerQueue: queue, counts: seen } of Object.values(counts.intakes)) {
      if (queue === undefined) continue;
      consumed(seen.received, { queue });
      failed(seen.malformed, { queue });
    }
  };
}

function intakeMetrics(make: Instruments): Fill {
  const events = make.counter("rota_intake_events_total", "What happened to events of intakes in this process.", [
    "intake",
    "event",
  ]);
  return (counts) => {
    for (const [intake, { counts: happened }] of Object.entries(counts.intakes))
      for (const [event, count] of Object.entries(happened)) events(count, { intake, event });
  };
}
