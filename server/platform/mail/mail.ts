import { createHash } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '#server/platform/config/config.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface MailMessage {
  to: string;
  /** The recipient of replies, if it is not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** The same for the same content, so that a repeated job does not send a second email. Letters, digits, dots and dashes. */
  messageId: string;
}

export interface Mail {
  /** Sends once the transaction has committed. */
  send(tx: Tx, message: MailMessage): Promise<void>;
}

/** Mail through SMTP_URL, or as files in DATA_DIR/outbox with their links in the log. */
export function createMail(config: Config, jobs: Jobs, log: Logger): Mail {
  const sendNow = config.smtpUrl ? smtpSender(config.smtpUrl, config) : outboxSender(config, log);
  const job = jobs.define<MailMessage>('mail', sendNow);
  return {
    async send(tx, message) {
      if (/[\r\n]/.test(message.to + (message.replyTo ?? '') + message.subject + message.messageId))
        throw new Error('a mail header holds a line break');
      await jobs.enqueue(tx, job, message, { singletonKey: message.messageId });
    },
  };
}

type SendMail = (message: MailMessage) => Promise<void>;

function envelope(message: MailMessage, config: Config) {
  const domain = new URL(config.publicUrl).hostname;
  return {
    from: config.mailFrom,
    to: message.to,
    replyTo: message.replyTo,
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.messageId}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpSender(url: string, config: Config): SendMail {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return async (message) => {
    await transport.sendMail(envelope(message, config));
  };
}

function outboxSender(config: Config, log: Logger): SendMail {
  const folder = join(config.dataDir, 'outbox');
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (message) => {
    const name = `${createHash('sha256').update(message.messageId).digest('hex').slice(0, 12)}.eml`;
    const path = join(folder, name);
    const known = await access(path).then(
      () => true,
      () => false,
    );
    if (known) return;
    const { message: raw } = await transport.sendMail(envelope(message, config));
    if (!Buffer.isBuffer(raw)) throw new Error('could not compose the mail');
    await mkdir(folder, { recursive: true });
    await writeFile(`${path}.part`, raw);
    await rename(`${path}.part`, path);
    const links = message.text.match(/https?:\/\/\S+/g) ?? [];
    // Only without a mail server, where there is no other way to follow a link.
    log.info({ mail: message.subject, recipient: message.to, file: path, links }, 'mail written to the outbox');
  };
}
