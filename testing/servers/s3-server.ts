import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePort } from '#testing/free-port.ts';

const bucket = 'fanfare-test';

/**
 * An S3 server with one bucket (s3rver, which checks signatures). s3rver has no ListParts and no AbortMultipartUpload, so both are added
 * here on the files that it stores.
 */
export class S3Server {
  /** The settings of an app that stores its files here. */
  readonly env: Record<string, string>;
  readonly #folder: string;
  readonly #port: number;
  readonly #s3: RequestListener;
  readonly #uploads: string;
  #server: Server | undefined;

  private constructor(folder: string, port: number, s3rver: S3rver) {
    this.#folder = folder;
    this.#port = port;
    this.#s3 = s3rver.callback();
    this.#uploads = s3rver.store.getResourcePath(bucket, undefined, 'uploads');
    this.env = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  static async start(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 'fanfare-s3-'));
    const s3rver = new S3rver({ silent: true, directory, vhostBuckets: false, configureBuckets: [{ name: bucket }] });
    await s3rver.configureBuckets();
    const server = new S3Server(directory, await freePort(), s3rver);
    await server.listen();
    return server;
  }

  async listen(onRequest?: RequestListener): Promise<void> {
    await this.stop();
    this.#server = createServer(onRequest ?? ((request, response) => void this.#answer(request, response)));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Cuts every connection and refuses new ones. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const uploadId = new URL(request.url ?? '/', 'http://s3').searchParams.get('uploadId');
    if (!uploadId || !['GET', 'DELETE'].includes(request.method ?? '')) return this.#s3(request, response);
    const folder = join(this.#uploads, uploadId);
    const names = await readdir(folder).catch(() => null);
    if (!names) {
      response.writeHead(404, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>NoSuchUpload</Code><Message>No such upload</Message></Error>');
      return;
    }
    if (request.method === 'DELETE') {
      await rm(folder, { recursive: true });
      response.writeHead(204).end();
      return;
    }
    const parts = await Promise.all(
      names
        .filter((name) => /^\d+$/.test(name))
        .map(async (name) => {
          const [{ size }, md5] = await Promise.all([
            stat(join(folder, name)),
            readFile(join(folder, `${name}.md5`), 'utf8'),
          ]);
          return `<Part><PartNumber>${name}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
        }),
    );
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(`<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`);
  }
}
