import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SentRequest {
  method: string;
  path: string;
  query: string;
  /** The idempotency key. */
  key: string | null;
  body: string;
}

export interface Recorder {
  /** STRIPE_API_BASE. */
  url: string;
  sent: SentRequest[];
  /** Answers with 400: the stand-in refuses unknown and deprecated parameters. */
  refused: string[];
  close(): void;
}

/** Forwards requests to the stand-in at `target` and keeps what the SDK has sent. */
export async function startRecorder(target: string): Promise<Recorder> {
  const sent: SentRequest[] = [];
  const refused: string[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    sent.push({ method, path, query, key: request.headers['idempotency-key']?.toString() ?? null, body });
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'GET' ? {} : { body }),
    });
    const content = await answer.text();
    if (answer.status === 400) refused.push(`${method} ${path}: ${content}`);
    const replayed = answer.headers.get('idempotent-replayed');
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(replayed && { 'idempotent-replayed': replayed }),
    });
    response.end(content);
  };
  const server = createServer((request, response) => void forward(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent, refused, close: () => server.close() };
}
