import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Pushed {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A browser's push subscription with its private keys. */
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The received messages, decrypted, oldest first. */
  read(): Record<string, string>[];
  came: Pushed[];
}

export interface PushService {
  /** host:port, for PUSH_ALLOW. */
  host: string;
  /** With a key, the service answers 403 to pushes of another sender, as a browser's service does (RFC 8292, section 4.2). */
  browser(applicationServerKey?: string): Browser;
  /** Sets the status of future answers; 201 by default. */
  answers(status: number): void;
  close(): void;
}

/** A push service (RFC 8030) that keeps messages for the test instead of sending them to a browser. */
export async function openPushService(): Promise<PushService> {
  const boxes = new Map<string, Pushed[]>();
  const senders = new Map<string, string>();
  let status = 201;
  const isOtherSender = ({ url = '', headers }: IncomingMessage) =>
    senders.has(url) && !headers.authorization?.endsWith(`k=${senders.get(url)}`);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (isOtherSender(request)) return response.writeHead(403).end();
      const box = boxes.get(request.url ?? '');
      if (box && status === 201) box.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(box ? status : 404, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    answers: (next) => {
      status = next;
    },
    close: () => server.close(),
    browser(applicationServerKey) {
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const came: Pushed[] = [];
      boxes.set(path, came);
      if (applicationServerKey) senders.set(path, applicationServerKey);
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys();
      const auth = randomBytes(16);
      return {
        came,
        subscription: {
          endpoint: `http://${host}${path}`,
          keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
        },
        read: () =>
          came.map(({ body }) => {
            const { senderKey, salt, record } = partsOf(body);
            const shared = ecdh.computeSecret(senderKey);
            return JSON.parse(open({ shared, auth, p256dh, senderKey, salt, record }).toString()) as Record<
              string,
              string
            >;
          }),
      };
    },
  };
}

/** Splits a body into the header of aes128gcm (RFC 8188, section 2.1) and its one record. */
function partsOf(body: Buffer) {
  const keyLength = body.readUInt8(20);
  return {
    salt: body.subarray(0, 16),
    senderKey: body.subarray(21, 21 + keyLength),
    record: body.subarray(21 + keyLength),
  };
}

interface Sealed {
  shared: Buffer;
  auth: Buffer;
  p256dh: Buffer;
  senderKey: Buffer;
  salt: Buffer;
  record: Buffer;
}

/** Decrypts by RFC 8291 section 3.4 and RFC 8188 section 2, independently of the sender's code. */
function open({ shared, auth, p256dh, senderKey, salt, record }: Sealed): Buffer {
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, about, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record');
  return padded.subarray(0, end);
}

/** The sender by RFC 8292: checks the token's signature with the included key and returns key and claims. */
export function senderOf({ headers }: Pushed): {
  publicKey: string;
  claims: { aud: string; exp: number; sub: string };
} {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the token is not signed with its key');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
