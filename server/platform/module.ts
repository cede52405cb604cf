import type { Tx } from '#server/platform/postgres/db.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import type { PersonalData } from './data/personal-data.ts';
import type { RawCall, RawRoutes, Route, WebhookCall } from './http/request-context.ts';
import type { SocketModule } from './live/socket-module.ts';
import type { MailSample } from './mail/mail.ts';

/** A domain module's part of the application. */
export interface Module {
  routes: Route[];
  raw?: RawRoutes[];
  /** The calls of `raw` that belong into the API document. */
  rawCalls?: readonly RawCall[];
  /** The requests that the product sends to other programs, for the API document. */
  webhooks?: readonly WebhookCall[];
  /** Events that clients may send over their sockets. */
  sockets?: SocketModule;
  /** Invariants of the module's data; `cli check` and every test verify them. */
  invariants?: readonly Invariant[];
  /** The module's part of a person's data export. */
  personalData?: readonly PersonalData[];
  /** The module's emails with sample data, for the preview. */
  mailSamples?(): MailSample[] | Promise<MailSample[]>;
  /**
   * Runs once after a backup was loaded and migrated, before the processor is asked and before any server starts: ends what must not
   * come back, and removes rows whose files were deleted while the backup was made.
   */
  afterRestore?(tx: Tx): Promise<void>;
  /** Runs once at start, when jobs can be enqueued and before the first request. */
  start?(): Promise<void>;
  /** Ends what `start` began, while the database is still open. */
  stop?(): Promise<void>;
}
