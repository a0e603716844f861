/** Makes values that throw or never end when they are read, for tests of code that must accept any value. */

export function hostileValues(): [string, unknown][] {
  return [
    ["a proxy that refuses everything", refusing({})],
    ["a proxy of an error that refuses everything", refusing(new Error("no"))],
    ["a revoked proxy", revoked({})],
    ["a revoked proxy of a list", revoked([])],
    ["an error whose getters throw", errorWithThrowingGetters()],
    ["an error whose causes lead in a circle", circle()],
    ["an error that is part of itself", partOfItself()],
    ["an error with causes that are hostile", new Error("outer", { cause: refusing(new Error("no")) })],
    [
      "an AggregateError of ten thousand",
      new AggregateError(
        Array.from({ length: 10_000 }, (_, nth) => nth),
        "many",
      ),
    ],
    ["an error whose list of errors is hostile", Object.assign(new Error("no"), { errors: refusing([]) })],
    ["a frozen error", Object.freeze(new Error("cold"))],
    ["an object without a prototype", Object.create(null)],
    ["an object that cannot be turned into a text", { toString: null, [Symbol.toPrimitive]: null }],
    [
      "an error whose texts are no texts",
      Object.assign(new Error("no"), { message: 5n, stack: [], code: {}, name: 1 }),
    ],
  ];
}

function refusing(target: object): object {
  const refuse = (): never => {
    throw new Error("refused");
  };
  return new Proxy(target, {
    get: refuse,
    has: refuse,
    ownKeys: refuse,
    getPrototypeOf: refuse,
    getOwnPropertyDescriptor: refuse,
  });
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function errorWithThrowingGetters(): Error {
  const error = new Error("hidden");
  // The stack comes first: V8 computes it from the other fields when it is first read.
  for (const name of ["stack", "message", "code", "name", "cause", "errors", "issues"])
    Object.defineProperty(error, name, {
      get() {
        throw new Error(`no ${name}`);
      },
    });
  return error;
}

function circle(): Error {
  const [first, second] = [new Error("first"), new Error("second")];
  first.cause = second;
  second.cause = first;
  return first;
}

function partOfItself(): AggregateError {
  const error = new AggregateError([], "whole");
  error.errors.push(error, error);
  error.cause = error;
  return error;
}
