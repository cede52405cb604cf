import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/**
 * A process that attacks the server at PORT from 127.0.0.2, until it is killed. A separate process, so that its work does not slow down the visitors
 * that the test measures. Sends the number of its requests every half second.
 */
const port = Number(process.env.PORT);
const slowClients = Number(process.env.SLOW_CLIENTS);
const handshakesPerSecond = Number(process.env.HANDSHAKES_PER_SECOND);
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
/** Bodies are refused above 256 KB. */
const bodyBytes = 200_000;

/** One second of handshakes. Without this limit, a machine that is busy with other tests only measures its own backlog. */
const mostUnanswered: Record<string, number> = { handshake: handshakesPerSecond };
const mostUnansweredOfOthers = 10;

const sent: Record<string, number> = {};
const unanswered: Record<string, number> = {};
const answers: Record<string, number> = {};

/** Sends the text on a new connection, and counts how the server answers. */
function send(name: string, text: string | Buffer): Socket {
  sent[name] = (sent[name] ?? 0) + 1;
  unanswered[name] = (unanswered[name] ?? 0) + 1;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.once('data', (chunk: Buffer) => {
    const key = `${name} ${chunk.toString('latin1', 9, 12)}`;
    answers[key] = (answers[key] ?? 0) + 1;
    socket.destroy();
  });
  socket.once('close', () => {
    unanswered[name] = (unanswered[name] ?? 0) - 1;
  });
  socket.write(text);
  return socket;
}

/** Sends the text unless too many of its kind wait for their answer. */
function attack(name: string, text: string | Buffer): void {
  if ((unanswered[name] ?? 0) < (mostUnanswered[name] ?? mostUnansweredOfOthers)) send(name, text);
}

function post(name: string, body: string | Buffer, headers = ''): void {
  const bytes = Buffer.from(body);
  const head = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`;
  attack(name, Buffer.concat([Buffer.from(head), bytes]));
}

/** Opens a connection and sends one more header every second, without an end. */
function crawl(): void {
  const socket = send('slow head', `GET /api/pools HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
  const timer = setInterval(() => socket.write(`X-More: ${Math.random()}\r\n`), 1000);
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(crawl, 200);
  });
}

const deep = '['.repeat(bodyBytes / 2) + ']'.repeat(bodyBytes / 2);
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index])));
const bomb = gzipSync(Buffer.alloc(50_000_000));
const longHeader = `GET /api/pools HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\n`;
const handshake = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

for (let count = 0; count < slowClients; count += 1) crawl();
setInterval(() => {
  post('deep JSON', deep);
  post('many keys', wide);
  post('gzip bomb', bomb, 'Content-Encoding: gzip\r\n');
  attack('long header', longHeader);
}, 100);
setInterval(() => {
  for (let count = 0; count < handshakesPerSecond / 20; count += 1) attack('handshake', handshake);
}, 50);
setInterval(() => process.send?.({ sent, answers }), 500);
