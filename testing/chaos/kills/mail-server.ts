import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { CutSide } from '#testing/servers/database-proxy.ts';

/** A mail server that can fall silent at one email. */
export class MailServer {
  /** Message-IDs by recipient, one for each copy that it has accepted. */
  readonly accepted = new Map<string, string[]>();
  #held: { side: CutSide; onHeld: () => void } | undefined;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      text(stream).then(
        (mail) => this.#receive(session.envelope.rcptTo[0]?.address ?? '', mail, done),
        // The server was killed while it sent the email.
        () => undefined,
      );
    },
  });

  /** Returns SMTP_URL. */
  async listen(): Promise<string> {
    // A killed client resets its connection.
    this.#server.on('error', () => undefined);
    const server = this.#server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Never answers the next email: `request` before it accepts it, `reply` afterwards. Resolves at that moment. */
  hold(side: CutSide): Promise<void> {
    const { promise, resolve: onHeld } = Promise.withResolvers<void>();
    this.#held = { side, onHeld };
    return promise;
  }

  async close(): Promise<void> {
    await new Promise<void>((closed) => this.#server.close(closed));
  }

  #receive(recipient: string, mail: string, done: () => void): void {
    const mails = this.#held;
    this.#held = undefined;
    if (mails?.side !== 'request') {
      const messageId = /^message-id: (.+)$/im.exec(mail)?.[1] ?? '';
      this.accepted.set(recipient, [...(this.accepted.get(recipient) ?? []), messageId]);
    }
    if (mails) mails.onHeld();
    else done();
  }
}
