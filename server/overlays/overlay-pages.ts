import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { overlayPreviewPath } from '#contract/overlays/overlay-limits.ts';
import { hashToken, isToken } from '#server/accounts/tokens.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { readFontAddresses } from '#server/platform/pages/font-addresses.ts';
import type { Platform } from '#server/platform/platform.ts';
import { openEventStream } from './event-stream.ts';
import { overlayPage } from './overlay-page.ts';
import { overlayStreams } from './overlay-streams.ts';
import { findByToken, noteOpened, type OverlayRow } from './overlays.sql.ts';

interface WithToken {
  Params: { token: string };
}

/** Sources with one URL: a few scenes, on two computers. */
const streamsPerOverlay = 20;
const streamsPerAddress = 100;

const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** The pages that streaming software shows, their streams, and the page in the frame of the settings. */
export function overlayPages(context: Platform): RawRoutes {
  const streams = overlayStreams(context);
  const byAddress = createPlaces(streamsPerAddress);
  const byOverlay = createPlaces(streamsPerOverlay);
  context.metrics.gauge(
    'fanfare_overlay_streams',
    'Stream overlays that programs have open, on this node',
    () => streams.count,
    'sum',
  );
  return (app: FastifyInstance) => {
    const fontOf = readFontAddresses();
    const fonts = {
      text: fontOf('figtree-latin-wght-normal'),
      display: fontOf('bricolage-grotesque-latin-wght-normal'),
      arabic: fontOf('vazirmatn-arabic-wght-normal'),
    };
    const { brandName } = context.config;
    // The server waits for all answers when it stops, and streams have no end.
    app.addHook('preClose', (done) => {
      streams.close();
      done();
    });

    app.get(overlayPreviewPath, (_request, reply) => {
      const { html, contentPolicy } = overlayPage({ id: null, brandName, fonts });
      reply.removeHeader('X-Frame-Options');
      return sendPage(reply, html, contentPolicy);
    });

    const showOverlay = async (request: FastifyRequest<WithToken>, reply: FastifyReply) => {
      reply.headers(privateHeaders);
      const status = await pageStatus(context, request);
      if (status === 404) return sendEmpty(reply, status);
      const id = hashToken(request.params.token).toString('base64url').slice(0, 22);
      const { html, contentPolicy } = overlayPage({ id, brandName, fonts });
      return sendPage(reply.code(status), html, contentPolicy);
    };
    app.get('/overlay/:token', showOverlay);
    // Pasted with a slash, it would be empty on the stream.
    app.get('/overlay/:token/', showOverlay);

    app.get<WithToken>('/overlay/:token/events', { config: { isStream: true } }, async (request, reply) => {
      reply.headers(privateHeaders);
      const row = await findOverlay(context, request);
      if (!row) return sendEmpty(reply, 404);
      if (!row.isShown) return reply.code(204).send();
      reply.headers({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
      // A reader that left during the query has no `close` to come that would free its places.
      if (request.method === 'HEAD' || reply.raw.destroyed) return reply.send();
      const places = takeAll([
        [byAddress, addressKey(request.ip)],
        [byOverlay, row.id],
      ]);
      if (!places) throw appError('rate_limited', { retryAfterS: 60 });
      await beginStream(context, { request, reply, row, places });
      return reply;
    });

    // Otherwise the site's page for missing addresses would be on the stream.
    app.get('/overlay/*', (_request, reply) => sendEmpty(reply.headers(privateHeaders), 404));
  };
}

async function beginStream(
  context: Platform,
  { request, reply, row, places }: { request: FastifyRequest; reply: FastifyReply; row: OverlayRow; places: Place[] },
): Promise<void> {
  const streams = overlayStreams(context);
  const stream = openEventStream(reply, () => {
    streams.leave(row, stream);
    for (const place of places) place.leave();
  });
  try {
    await streams.join(row, stream, lastEventId(request));
    await noteOpened(context.db.sql, row.id);
  } catch (error) {
    // The page asks again.
    context.log.debug({ err: error }, 'could not begin an overlay');
    stream.end();
  }
}

/**
 * 200 also while the database is away, because an error page would be on the stream. The page asks until the server has an answer, also after
 * a 429: another program at this address may have tried tokens.
 */
async function pageStatus(context: Platform, request: FastifyRequest<WithToken>): Promise<200 | 404 | 429> {
  try {
    return (await findOverlay(context, request)) ? 200 : 404;
  } catch (error) {
    return error instanceof AppError && error.code === 'rate_limited' ? 429 : 200;
  }
}

/** The overlay of the address; undefined for an unknown token, after which the caller may try only a few more. Throws rate_limited. */
async function findOverlay(
  { db, limits }: Platform,
  request: FastifyRequest<WithToken>,
): Promise<OverlayRow | undefined> {
  const misses = limits.limiter('unknown overlays per address', { points: 60, perMs: 60_000 });
  const address = addressKey(request.ip);
  await misses.check(address);
  const { token } = request.params;
  const row = isToken(token) ? await findByToken(db.sql, hashToken(token)) : undefined;
  if (!row) await misses.consume(address);
  return row;
}

function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

const sendPage = (reply: FastifyReply, html: string, contentPolicy: string) =>
  reply.header('Content-Security-Policy', contentPolicy).type('text/html; charset=utf-8').send(html);

/** An error that shows nothing in a stream. */
const sendEmpty = (reply: FastifyReply, status: number) =>
  reply.code(status).type('text/html; charset=utf-8').send('<!doctype html><title></title>');

interface Place {
  leave(): void;
}

type Places = ReturnType<typeof createPlaces>;

/** Takes all of these places, or none. */
function takeAll(wanted: readonly (readonly [Places, string])[]): Place[] | undefined {
  const taken: Place[] = [];
  for (const [places, key] of wanted) {
    const place = places.take(key);
    if (place) taken.push(place);
  }
  if (taken.length === wanted.length) return taken;
  for (const place of taken) place.leave();
  return undefined;
}

/** Counts what each key has at the moment, up to a limit. */
function createPlaces(max: number) {
  const taken = new Map<string, number>();
  return {
    take(key: string): Place | undefined {
      const count = taken.get(key) ?? 0;
      if (count >= max) return undefined;
      taken.set(key, count + 1);
      return {
        leave() {
          const left = (taken.get(key) ?? 1) - 1;
          if (left > 0) taken.set(key, left);
          else taken.delete(key);
        },
      };
    },
  };
}
