import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { transactionReader } from '#testing/transaction-reader.ts';

/** `request`: before PostgreSQL gets the COMMIT. `reply`: after PostgreSQL has answered it, so that it has committed. */
export type CutSide = 'request' | 'reply';

/** A COMMIT that the proxy keeps back, or the answer to it. */
interface HeldCommit {
  /** A part of a statement of its transaction. */
  statement: string;
  side: CutSide;
  onHeld: () => void;
}

/** A TCP proxy between a server and PostgreSQL or Redis that can simulate network failures. */
export class DatabaseProxy {
  readonly url: string;
  readonly #port: number;
  #target: NetConnectOpts;
  readonly #pairs = new Set<[Socket, Socket]>();
  #server: Server | undefined;
  #swallows = false;
  #fatal: string | undefined;
  #atCommit: (() => CutSide | undefined) | undefined;
  #held: HeldCommit | undefined;

  /** The URL of a database has the folder of a Unix socket as its host; the URL of Redis has a host and a port. */
  constructor(targetUrl: string, port: number) {
    const { protocol, username, pathname } = new URL(targetUrl);
    this.#target = addressOf(targetUrl);
    this.#port = port;
    this.url =
      protocol === 'redis:' ? `redis://127.0.0.1:${port}` : `postgres://${username}@127.0.0.1:${port}${pathname}`;
  }

  /** Sends later connections to another server. */
  pointTo(targetUrl: string): void {
    this.#target = addressOf(targetUrl);
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** Accepts connections and forwards the data that `swallow` held back. */
  async open(): Promise<void> {
    this.#swallows = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
    if (this.#server) return;
    this.#server = createServer((client) => this.#join(client)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Stops listening and closes all connections, as if PostgreSQL had stopped. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  /** Keeps connections open and forwards nothing, like a firewall that has dropped their state. */
  swallow(): void {
    this.#swallows = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** Resets the next connection that sends this text. */
  cutAt(text: string): void {
    this.#fatal = text;
  }

  /** Asks at every COMMIT whether to reset its connection: before PostgreSQL gets it, or when PostgreSQL has answered it. */
  cutCommits(decide: (() => CutSide | undefined) | undefined): void {
    this.#atCommit = decide;
  }

  /**
   * Keeps back the next COMMIT of a transaction that has run this statement, or PostgreSQL's answer to it. Resolves at that moment. The
   * connection stays open and silent until the client closes it.
   */
  holdCommit(statement: string, side: CutSide): Promise<void> {
    const { promise, resolve: onHeld } = Promise.withResolvers<void>();
    this.#held = { statement, side, onHeld };
    return promise;
  }

  #join(client: Socket): void {
    const database = connect(this.#target);
    const pair: [Socket, Socket] = [client, database];
    this.#pairs.add(pair);
    const readTransaction = transactionReader();
    const cutting = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const transaction = readTransaction(chunk);
        const queue = this.#takeHeld(transaction);
        const side = queue ? queue.side : this.#sideToCut(chunk, transaction !== undefined);
        const onCut = queue ? queue.onHeld : () => client.resetAndDestroy();
        if (side === 'request') onCut();
        if (side === 'reply') {
          database.unpipe(client);
          database.once('data', onCut).resume();
        }
        done(null, side === 'request' ? undefined : chunk);
      },
    });
    client.pipe(cutting).pipe(database);
    database.pipe(client);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
      if (this.#swallows) socket.pause();
    }
  }

  #takeHeld(transaction: readonly string[] | undefined): HeldCommit | undefined {
    const queue = this.#held;
    if (!queue || !transaction?.some((statement) => statement.includes(queue.statement))) return undefined;
    this.#held = undefined;
    return queue;
  }

  #sideToCut(chunk: Buffer, isCommit: boolean): CutSide | undefined {
    if (this.#fatal !== undefined && chunk.includes(this.#fatal)) {
      this.#fatal = undefined;
      return 'request';
    }
    return isCommit ? this.#atCommit?.() : undefined;
  }
}

function addressOf(url: string): NetConnectOpts {
  const { protocol, hostname, port } = new URL(url);
  return protocol === 'redis:'
    ? { host: hostname, port: Number(port) }
    : { path: `${decodeURIComponent(hostname)}/.s.PGSQL.5432` };
}
