/** Holds the session lock that says the owner lives, on a session that is opened again when it was lost. */
import type { SessionAddress } from "../../../database/database.ts";
import { openSession, type DatabaseSession } from "../../../database/postgres/open-session.ts";
import type { Logger } from "../../../runtime/logger.ts";
import { holdPresence } from "../../leases.sql.ts";

export type PresenceOptions = {
  readonly address: SessionAddress;
  readonly owner: string;
  readonly logger: Logger;
  readonly onChange: (isHeld: boolean) => void;
};

export type Presence = {
  isHeld(): boolean;
  /** Is called when the session was lost: whoever needs it should reach for it at once. */
  onGone(callback: () => void): void;
  /** The session, opened if need be, after trying to take the lock if it is not held. */
  reach(): Promise<DatabaseSession>;
  /** Ends the session; the next `reach` opens another. */
  close(): Promise<void>;
};

export function createPresence({ address, owner, logger, onChange }: PresenceOptions): Presence {
  let session: DatabaseSession | undefined;
  let isHeld = false;
  let whenGone: (() => void) | undefined;

  const setHeld = (isHeldNow: boolean): void => {
    if (isHeld === isHeldNow) return;
    isHeld = isHeldNow;
    onChange(isHeld);
  };
  const takeSession = (): DatabaseSession | undefined => {
    const taken = session;
    session = undefined;
    setHeld(false);
    return taken;
  };
  const open = async (): Promise<DatabaseSession> => {
    const opened = await openSession(address, logger);
    opened.onGone(() => {
      if (session !== opened) return; // it was ended on purpose
      takeSession();
      whenGone?.();
    });
    return opened;
  };

  return {
    isHeld: () => isHeld,
    onGone: (callback) => void (whenGone = callback),
    async reach() {
      session ??= await open();
      const reached = session;
      if (!isHeld) {
        const [row] = await reached.query(holdPresence(owner));
        if (session === reached) setHeld(row?.held === true);
      }
      return reached;
    },
    async close() {
      await takeSession()
        ?.close()
        .catch((error: unknown) => logger.debug({ error }, "a session of the lease keeper did not end in order"));
    },
  };
}
