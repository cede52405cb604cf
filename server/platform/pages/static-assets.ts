import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { chooseRange } from '#server/platform/http/byte-range.ts';
import { hasEntityTag, sendShared } from '#server/platform/http/send-shared.ts';
import { accepts, tagOf } from './content-coding.ts';

const types: Record<string, string> = {
  '.json': 'application/json; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const forever = 'public, max-age=31536000, immutable';

interface Asset {
  type: string;
  /** For emails, which mail programs show on their own sites. */
  onOtherSites: boolean;
  etag: string;
  cacheControl: string;
  body: Buffer;
  br?: Buffer;
  gz?: Buffer;
}

/**
 * Reads the client build into memory at start (about 12 MB, half of it texts in other languages), by URL path. Reads synchronously: for
 * thousands of small files this takes a tenth of the time, and nothing else runs before the server listens.
 */
function readAssets(folder: string): Map<string, Asset> {
  const bodies = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) bodies.set(`/${relative(folder, path).split(sep).join('/')}`, readFileSync(path));
  }
  const assets = new Map<string, Asset>();
  for (const [path, body] of bodies) {
    const type = types[extname(path)];
    if (!type || path.startsWith('/.vite/')) continue;
    assets.set(path, {
      type,
      onOtherSites: /^\/icon-[^/]+\.png$/.test(path),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      // Built files carry a hash of their content in their name; the other files may change under the same name.
      cacheControl: path.startsWith('/assets/') ? forever : 'public, max-age=3600',
      body,
      br: bodies.get(`${path}.br`),
      gz: bodies.get(`${path}.gz`),
    });
  }
  return assets;
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  let coding: 'br' | 'gz' | undefined;
  if (asset.br && accepts(request, 'br')) coding = 'br';
  else if (asset.gz && accepts(request, 'gzip')) coding = 'gz';
  const etag = tagOf(asset.etag, coding);
  reply.header('cache-control', asset.cacheControl).header('etag', etag);
  if (asset.onOtherSites) reply.header('cross-origin-resource-policy', 'cross-origin');
  if (asset.br || asset.gz) reply.header('vary', 'accept-encoding');
  if (hasEntityTag(request, etag)) return reply.code(304).send();
  if (coding) reply.header('content-encoding', coding === 'br' ? 'br' : 'gzip');
  reply.type(asset.type);
  const copy = coding && asset[coding];
  if (copy) return sendShared(reply, copy);
  return sendBody(request, reply, { etag, body: asset.body });
}

/** Sends the bytes that the client asks for. Safari plays videos only from servers that answer Range requests. */
function sendBody(request: FastifyRequest, reply: FastifyReply, { etag, body }: { etag: string; body: Buffer }) {
  const { range, 'if-range': ifRange } = request.headers;
  const choice = chooseRange({ range, ifRange: ifRange?.toString() }, etag, body.length);
  reply.header('accept-ranges', 'bytes');
  if (choice.kind === 'whole') return sendShared(reply, body);
  if (choice.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${body.length}`);
    throw appError('range_not_satisfiable');
  }
  const { start, end } = choice;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${body.length}`);
  return sendShared(reply, body.subarray(start, end + 1));
}

/** Serves the client build, with HEAD, If-None-Match and Range. */
export function registerAssets(app: FastifyInstance, folder: string): void {
  const assets = readAssets(folder);
  app.get('/assets/*', (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0] ?? '');
    if (!asset) throw appError('not_found');
    return send(request, reply, asset);
  });
  for (const [path, asset] of assets) {
    if (!path.startsWith('/assets/')) app.get(path, (request, reply) => send(request, reply, asset));
  }
}
