import { createHash } from 'node:crypto';
import { access, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, textOf } from '#contract/language/text.ts';
import { lazy } from '#server/platform/concurrency/single-flight.ts';
import type { Config } from '#server/platform/config/config.ts';
import { makePrivateFolder, privateFile } from '#server/platform/data/private-paths.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { inLanguageOf, type Languages } from '#server/platform/language/languages.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Tracing } from '#server/platform/observability/tracing.ts';
import { readContactEmail } from '#server/platform/operator/read-operator.ts';
import type { Database, Tx } from '#server/platform/postgres/db.ts';
import { type Bounces, createBounces, tagHeader } from './bounces.ts';
import { withFooterNote } from './mail-layout.ts';
import { isHardFailure } from './read-delivery-report.ts';
import { findUndeliverable } from './undeliverable.sql.ts';

/** A person who gets an email, and the language in which they read it. */
export interface Addressee {
  email: string;
  locale: string;
}

/** An email that is composed in the language of its recipient. */
export interface Letter extends Pick<MailMessage, 'replyTo' | 'messageId' | 'unsubscribeUrl'> {
  to: Addressee;
  compose: () => Pick<MailMessage, 'subject' | 'text' | 'html' | 'always'>;
}

export interface MailMessage {
  to: string;
  /** Of the recipient. Jobs of earlier versions lack it; their emails are in English. */
  locale?: string;
  /** The recipient of replies, if it is not the sender. `operator` is the operator's address when the email is sent. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** The same for the same content, so that a repeated job does not send a second email. Letters, digits, dots and dashes. */
  messageId: string;
  /** About the security of the recipient's account: also sent to an address that refused mail before. */
  always?: true;
  /** For mail that the recipient can do without. GET shows a page, POST unsubscribes (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mail {
  /** Sends once the transaction has committed. */
  send(tx: Tx, letter: Letter): Promise<void>;
  /** Sends at once, outside of the queue. Throws if the mail server refuses the sender, the recipient or the text. */
  sendNow(letter: Letter): Promise<void>;
  /** Adds a line to the footer of every email from now on. Call it while the modules are composed. */
  setNote(note: Message): void;
  /** The email as it is sent, with the line of `setNote` in the language of the moment. */
  finish<M extends { text: string; html: string }>(mail: M): M;
  bounces: Bounces;
}

interface MailOptions {
  config: Config;
  db: Database;
  jobs: Jobs;
  languages: Languages;
  log: Logger;
  tracing: Tracing;
}

/** Mail through SMTP_URL, or as files in DATA_DIR/outbox with their links in the log. */
export function createMail({ config, db, jobs, languages, log, tracing }: MailOptions): Mail {
  const bounces = createBounces(db, log);
  const deliver = config.smtpUrl ? smtpSender(config.smtpUrl, config) : outboxSender(config, log);
  let note: Message | undefined;
  const finish = <M extends { text: string; html: string }>(mail: M) =>
    note ? withFooterNote(mail, textOf(note)) : mail;
  const write = ({ to, compose, ...rest }: Letter): MailMessage => ({
    to: to.email,
    locale: to.locale,
    ...inLanguageOf(languages, to, compose),
    ...rest,
  });
  const deliverNow = async (message: MailMessage) => {
    const tag = await bounces.tagOf(message.to);
    const replyTo = message.replyTo === 'operator' ? await readContactEmail({ config, db }) : message.replyTo;
    const addressed = replyTo === undefined ? message : { ...message, replyTo };
    const finished = inLanguageOf(languages, { locale: message.locale ?? 'en' }, () => finish(addressed));
    await tracing.inSpan({ name: 'mail send', kind: 'client' }, () => deliver(finished, tag));
  };
  const job = jobs.define<MailMessage>(
    'mail',
    async (message) => {
      if (!message.always && (await findUndeliverable(db.sql, message.to))) {
        log.info({ messageId: message.messageId }, 'mail not sent: the address refused mail before');
        return;
      }
      try {
        await deliverNow(message);
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        await bounces.record({ address: message.to, diagnostic: refusal });
      }
    },
    { queue: 'mail', notAfterRestore: true },
  );
  return {
    bounces,
    finish,
    sendNow: (letter) => deliverNow(write(letter)),
    setNote(line) {
      note = line;
    },
    async send(tx, letter) {
      const message = write(letter);
      if (
        /[\r\n]/.test(
          message.to + (message.replyTo ?? '') + message.subject + message.messageId + (message.unsubscribeUrl ?? ''),
        )
      )
        throw new Error('a mail header holds a line break');
      await jobs.enqueue(tx, job, message, { singletonKey: message.messageId });
    },
  };
}

type SendMail = (message: MailMessage, tag: string) => Promise<void>;

function envelope(message: MailMessage, tag: string, config: Config) {
  const { unsubscribeUrl } = message;
  const domain = new URL(config.publicUrl).hostname;
  return {
    from: config.mailFrom,
    // As objects, so that nodemailer parses no name or list out of an address.
    to: { name: '', address: message.to },
    replyTo: message.replyTo === undefined ? undefined : { name: '', address: message.replyTo },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.messageId}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      [tagHeader]: tag,
      ...(unsubscribeUrl
        ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * The answer of a mail server that permanently refuses the recipient. It must name the reason in an enhanced status code: a wrong
 * setting of the operator's mail server must not stop all mail.
 */
function refusalOf(error: unknown): string | undefined {
  const { command, response } = error as { command?: unknown; response?: unknown };
  if (command !== 'RCPT TO' || typeof response !== 'string') return undefined;
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return status && status !== '5.0.0' && isHardFailure(status) ? response : undefined;
}

function smtpSender(url: string, config: Config): SendMail {
  const openTransport = lazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  });
  return async (message, tag) => {
    const transport = await openTransport();
    await transport.sendMail(envelope(message, tag, config));
  };
}

function outboxSender(config: Config, log: Logger): SendMail {
  const folder = join(config.dataDir, 'outbox');
  const openTransport = lazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  });
  return async (message, tag) => {
    const name = `${createHash('sha256').update(message.messageId).digest('hex').slice(0, 12)}.eml`;
    const path = join(folder, name);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    const transport = await openTransport();
    const { message: raw } = await transport.sendMail(envelope(message, tag, config));
    if (!Buffer.isBuffer(raw)) throw new Error('could not compose the mail');
    await makePrivateFolder(folder);
    await writeFile(`${path}.part`, raw, { mode: privateFile });
    await rename(`${path}.part`, path);
    const links = message.text.match(/https?:\/\/\S+/g) ?? [];
    // Only without a mail server, where there is no other way to follow a link.
    log.info({ mail: message.subject, recipient: message.to, file: path, links }, 'mail written to the outbox');
  };
}

/** One email with sample data, for the preview. */
export interface MailSample extends Pick<MailMessage, 'subject' | 'text' | 'html' | 'always'> {
  /** Lower-case letters, digits, dashes and underscores; part of its address. */
  id: string;
  /** The heading of the list that it is in. */
  group: string;
  /** When it is sent: "After a sign-up". */
  when: string;
  /** Whether it has an unsubscribe link. */
  optional?: boolean;
}

/** Connects to the mail server and signs in, without sending anything. Throws with the reason if that fails. */
export async function verifyMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
