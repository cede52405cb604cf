import type { Tx } from './db.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stable for what it tells, so that a repeated job does not mean a second mail. Letters, digits, dots and dashes. */
  messageId: string;
}

export interface Mail {
  /** Sends once the transaction has committed. */
  send(tx: Tx, message: MailMessage): Promise<void>;
}
