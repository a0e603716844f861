/** What is used of a PGlite that has started: said here, because PGlite may not be installed where our types are read. */
export type StartedPglite = {
  exec(text: string): Promise<unknown>;
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  execProtocol(message: Uint8Array): Promise<{ messages: readonly { readonly name: string }[] }>;
  onNotification(listener: (channel: string, payload: string) => void): unknown;
  close(): Promise<void>;
};
