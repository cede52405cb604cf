import type { Logger } from '#server/platform/observability/log.ts';
import type { Database } from '#server/platform/postgres/db.ts';

interface Listener {
  onMessage: (payload: string) => void;
  /** Runs each time a connection begins to listen: notifications from before that are lost. */
  onListening?: () => void;
  log: Logger;
}

/** Listens to a channel of PostgreSQL until the process ends, also after a database outage. */
export async function listenTo(
  db: Database,
  channel: string,
  { onMessage, onListening, log }: Listener,
): Promise<void> {
  const listen = () =>
    db.sql.listen(channel, onMessage, onListening).catch((error: unknown) => {
      // The driver keeps trying until its connections are ended; then `onReturn` listens on the next ones.
      log.warn({ err: error, channel }, 'could not listen to the database channel; trying again');
    });
  db.onReturn(() => void listen());
  await listen();
}
