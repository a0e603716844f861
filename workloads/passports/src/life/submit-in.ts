/** How tasks are submitted as a part of a transaction, by the server and by workers. */
import { submitTasks, type Engine, type NewTask, type SubmittedTask, type Transaction } from "@rota/engine";

export type SubmitIn = (tx: Transaction, tasks: readonly NewTask[]) => Promise<readonly SubmittedTask[]>;

export function submitIn({ codec }: Pick<Engine, "codec">): SubmitIn {
  return (tx, tasks) => submitTasks(tx, tasks, { codec });
}
