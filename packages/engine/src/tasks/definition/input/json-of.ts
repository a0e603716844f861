/** The type that a value has after it was stored as JSON and read again: a Date comes back as a text. */
export type JsonOf<Value> = unknown extends Value
  ? unknown
  : Value extends { toJSON(...args: never): infer Json }
    ? JsonOf<Json>
    : Value extends string | number | boolean | null | undefined
      ? Value
      : Value extends void
        ? undefined
        : Value extends bigint | symbol | ((...args: never) => unknown)
          ? never
          : Value extends readonly unknown[]
            ? { [Index in keyof Value]: JsonOf<Value[Index]> }
            : { [Key in keyof Value as Key extends symbol ? never : Key]: JsonOf<Value[Key]> };
