import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** How the receiver answers a request; it has been recorded before. */
export type Answer = (response: ServerResponse, received: Received) => void;

export interface WebhookReceiver {
  /** host:port, for WEBHOOK_ALLOW. */
  host: string;
  url(path?: string): string;
  /** Everything that came, oldest first; of one path, if given. */
  received(path?: string): Received[];
  /** Answers the requests to a path; without a path, all other requests. 204 by default. */
  answers(answer: Answer, path?: string): void;
  /** Requests that wait for an answer. */
  open(): number;
  close(): Promise<void>;
}

/** A server that takes webhooks; with a certificate over TLS. */
export async function openWebhookReceiver(tls?: { cert: string; key: string }): Promise<WebhookReceiver> {
  const all: Received[] = [];
  const answers = new Map<string | undefined, Answer>([[undefined, (response) => response.writeHead(204).end()]]);
  let open = 0;
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const received = { path, headers: request.headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
      all.push(received);
      (answers.get(path) ?? answers.get(undefined))?.(response, received);
    });
  };
  const server: Server = tls ? createSecureServer(tls, take) : createServer(take);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path = '/') => `${tls ? 'https' : 'http'}://${host}${path}`,
    received: (path) => all.filter((one) => path === undefined || one.path === path),
    answers: (answer, path) => void answers.set(path, answer),
    open: () => open,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
