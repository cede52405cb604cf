import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '#contract/webhooks/webhooks.ts';
import { makeCertificate } from '#testing/balancers/balancer.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { newPath, seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { postWebhook } from './post-webhook.ts';

let hooks: WebhookStage;
let broken: WebhookReceiver;
let folder: string;
/** Accepts connections, and closes those that speak. */
let rude: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-tls-'));
  await makeCertificate(folder);
  const [cert, key] = await Promise.all(
    ['certificate.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  broken = await openWebhookReceiver({ cert: cert ?? '', key: key ?? '' });
  rude = createServer((socket) =>
    socket.once('data', () => socket.end('SMTP 220 hello\r\n')).on('error', () => undefined),
  );
  await new Promise<void>((done) => rude.listen(0, '127.0.0.1', done));
  hooks = await WebhookStage.open([broken.host, rudeHost()]);
});
afterAll(async () => {
  await hooks.close();
  await broken.close();
  rude.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

const rudeHost = () => `127.0.0.1:${(rude.address() as AddressInfo).port}`;

/** Sends a test to an address, and returns what the owner sees of it. */
async function outcomeAt(url: string) {
  const { owner } = hooks.people;
  const { webhook } = await hooks.create(owner, { url });
  await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
  const { id } = await vi.waitFor(async () => {
    const [delivery] = await hooks.deliveries(owner, webhook.id);
    if (!delivery?.triedAt) throw new Error('it was not tried yet');
    return delivery;
  }, seconds(30));
  return owner.client.call(contract.getDelivery, { params: { id } });
}

describe('a receiver', () => {
  it('with a certificate that no one trusts gets nothing', async () => {
    expect(await outcomeAt(broken.url())).toMatchObject({ state: 'failed', status: null, fault: 'tls' });
    expect(broken.received()).toEqual([]);
  });

  it('that speaks another protocol, or is not there, is a failure', async () => {
    expect(await outcomeAt(`http://${rudeHost()}/`)).toMatchObject({ state: 'failed', status: null, fault: 'answer' });
  });

  it('that redirects for ever is asked once', async () => {
    const path = newPath();
    hooks.receiver.answers((response) => response.writeHead(307, { location: hooks.receiver.url(path) }).end(), path);
    expect(await outcomeAt(hooks.receiver.url(path))).toMatchObject({ state: 'failed', status: 307 });
    expect(hooks.receiver.received(path)).toHaveLength(1);
  });

  it('that answers with 100 MB is read to 1 KB, and then left', async () => {
    const path = newPath();
    let written = 0;
    const chunk = Buffer.alloc(64 * 1024, 'a');
    hooks.receiver.answers((response) => {
      response.writeHead(200);
      const write = () => {
        while (written < 100 * 1024 * 1024) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    }, path);
    const { answer, state } = await outcomeAt(hooks.receiver.url(path));
    expect([state, answer]).toEqual(['succeeded', 'a'.repeat(1024)]);
    expect(written).toBeLessThan(20 * 1024 * 1024);
  });

  it('that answers with a gzip bomb is not inflated', async () => {
    const path = newPath();
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
    hooks.receiver.answers((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), path);
    const { answer, state } = await outcomeAt(hooks.receiver.url(path));
    expect(state).toBe('succeeded');
    expect(Buffer.byteLength(answer)).toBeLessThan(4096);
  });

  it('that sends headers without end is a failure', async () => {
    const path = newPath();
    hooks.receiver.answers((response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\n${'x-long: '.padEnd(20_000, 'x')}\r\n\r\n`);
    }, path);
    expect(await outcomeAt(hooks.receiver.url(path))).toMatchObject({ state: 'failed', fault: 'answer' });
  });

  it('that changes the protocol is a failure, and keeps no place', async () => {
    const path = newPath();
    hooks.receiver.answers((response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
    }, path);
    expect(await outcomeAt(hooks.receiver.url(path))).toMatchObject({
      state: 'failed',
      status: null,
      fault: 'connection',
    });
  });

  it('that drips its answer keeps no connection', async () => {
    const path = newPath();
    hooks.receiver.answers((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(timer));
    }, path);
    const { answer, durationMs, state } = await outcomeAt(hooks.receiver.url(path));
    expect([state, /^\.+$/.test(answer)]).toEqual(['succeeded', true]);
    // The server stops reading after two seconds. Without an answer, it would wait for 20.
    expect(durationMs).toBeLessThan(10_000);
    await vi.waitFor(() => expect(hooks.receiver.open()).toBe(0), seconds(10));
  });

  it('that never answers costs 20 seconds', { timeout: 40_000 }, async () => {
    const path = newPath();
    hooks.receiver.answers(() => undefined, path);
    const { fault, durationMs } = await outcomeAt(hooks.receiver.url(path));
    expect(fault).toBe('timeout');
    expect(durationMs).toBeGreaterThan(19_000);
    expect(durationMs).toBeLessThan(30_000);
  });

  it('gets nothing if its name leads into a private network after it was saved', async () => {
    const inside = async () => [{ address: '127.0.0.1', family: 4 }];
    const posted = { url: `https://bot.example:8443/`, headers: {}, body: '{}' };
    const outcome = await postWebhook(hooks.stage.context, posted, new AbortController().signal, { resolve: inside });
    expect(outcome).toMatchObject({ status: null, fault: 'address' });
  });
});
