import { request as insecure } from 'node:http';
import { type RequestOptions, request as secure } from 'node:https';
import { io, type Socket } from 'socket.io-client';

/** Not the address of the balancer, which is 127.0.0.1. */
export const visitorAddress = '127.0.0.2';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  /** The parts of the body, sent one after the other. */
  body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array | string>;
}

/** A visitor of the balancer with cookies, who trusts the certificate of the test and has a different address than the balancer. */
export class Visitor {
  readonly #base: URL;
  readonly #certificate: string;
  readonly #sockets: Socket[] = [];
  #cookie = '';

  constructor(base: string, certificate: string) {
    this.#base = new URL(base);
    this.#certificate = certificate;
  }

  async ask(path: string, { method = 'GET', headers = {}, body = [] }: Ask = {}): Promise<Answer> {
    const url = new URL(path, this.#base);
    const options: RequestOptions = {
      ...this.#connection(),
      host: '127.0.0.1',
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method,
      headers: {
        host: url.host,
        origin: this.#base.origin,
        ...(this.#cookie ? { cookie: this.#cookie } : {}),
        ...headers,
      },
      agent: false,
    };
    const sending = url.protocol === 'https:' ? secure(options) : insecure(options);
    const answer = new Promise<Answer>((resolve, reject) => {
      sending.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
      });
    });
    answer.catch(() => undefined);
    for await (const part of body) sending.write(part);
    sending.end();
    const { headers: received } = await answer;
    for (const cookie of received['set-cookie'] ?? [])
      if (/^__Host-sid=./.test(cookie)) this.#cookie = cookie.split(';')[0] ?? '';
    return answer;
  }

  async signIn(email: string, password: string): Promise<void> {
    const body = [JSON.stringify({ email, password })];
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await this.ask('/api/login', { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`signing in answered ${status}: ${text}`);
  }

  /** A chat socket that has joined the room of everyone. */
  async chat(transport: 'websocket' | 'polling'): Promise<Socket> {
    const socket = io(this.#base.href, {
      transports: [transport],
      extraHeaders: { cookie: this.#cookie },
      ca: this.#certificate,
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
    });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    await socket.timeout(8000).emitWithAck('join_room', 'Global');
    return socket;
  }

  leave(): void {
    for (const socket of this.#sockets.splice(0)) socket.close();
  }

  #connection() {
    return { ca: this.#certificate, servername: 'localhost', localAddress: visitorAddress };
  }
}
