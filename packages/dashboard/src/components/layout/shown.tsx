/** Shows what was loaded; before that its place, and an error beside the last known value. */
import type { ComponentChildren } from "preact";
import type { Resource } from "../../api/use-resource.ts";
import { Failure } from "./failure.tsx";
import { Loading } from "./loading.tsx";

type ShownProps<Value> = {
  readonly of: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
};

export function Shown<Value>({ of, children }: ShownProps<Value>) {
  const failure = of.error === undefined ? null : <Failure error={of.error} onRetry={of.reload} />;
  if (of.value === undefined) return failure ?? <Loading />;
  return (
    <>
      {failure}
      {children(of.value)}
    </>
  );
}
