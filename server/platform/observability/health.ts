import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { appError } from '#contract/errors.ts';
import type { RawCall, RawRoutes } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isMigrated } from '#server/platform/postgres/migrate.ts';

const databaseWithinMs = 2000;

export const healthCalls: readonly RawCall[] = [
  { method: 'get', path: '/healthz', summary: 'The process answers', who: 'anyone' },
  { method: 'get', path: '/readyz', summary: 'It may be sent traffic', who: 'anyone' },
  { method: 'get', path: '/metrics', summary: 'Prometheus figures; bearer METRICS_TOKEN', who: 'anyone' },
];

/** /healthz: the process answers. /readyz: it can also serve. /metrics: metrics, for the bearer of the token. */
export function healthRoutes({ db, config, metrics }: Platform, isStopping: () => boolean): RawRoutes {
  let migrated = false;
  async function faultOf(): Promise<string | undefined> {
    if (isStopping()) return 'stopping';
    const patience = sleep(databaseWithinMs, 'the database does not answer', { ref: false });
    const answer = (async () => {
      migrated ||= await isMigrated(db);
      if (!migrated) return 'the database is not migrated';
      await db.sql`select 1`;
      return undefined;
    })();
    return Promise.race([answer.catch(() => 'the database does not answer'), patience]);
  }
  return (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (_request, reply) => {
      const fault = await faultOf();
      return reply
        .status(fault ? 503 : 200)
        .header('Cache-Control', 'no-store')
        .send({ status: fault ?? 'ready' });
    });
    app.get('/metrics', async (request, reply) => {
      const { metricsTokens } = config;
      const { authorization } = request.headers;
      const isBearer = metricsTokens.some((token) => sameSecret(authorization, `Bearer ${token}`));
      const allowed = metricsTokens.length > 0 ? isBearer : isFromThisMachine(request.raw);
      if (!allowed) throw appError('forbidden');
      return reply.type(metrics.registry.contentType).send(await metrics.text());
    });
  };
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Each of them shows that a proxy passes on the request of another machine. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
];

/**
 * Whether a program on this machine asks directly. Behind a proxy on this machine every connection comes from the loopback address, so no
 * header of a proxy may be there, and the host must be this machine. A proxy without any settings names itself as the host, but speaks
 * HTTP/1.0, as nginx does. TRUSTED_PROXIES does not matter: it only says which header to believe.
 */
export function isFromThisMachine({
  headers,
  socket,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'socket' | 'httpVersion'>): boolean {
  if (!loopback.has(socket.remoteAddress ?? '') || httpVersion === '1.0') return false;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
}

function sameSecret(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(expected));
}
