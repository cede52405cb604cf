import { appError } from '#contract/errors.ts';
import { fanArtSvg, parseFanArtUrl } from '#contract/values/fan-art.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';

/** Draws the default pictures of pools. A URL always returns the same drawing. */
export const fanArtRoutes: RawRoutes = (app) => {
  app.get<{ Params: { file: string }; Querystring: { h?: string; n?: string } }>('/art/:file', (request, reply) => {
    const art = parseFanArtUrl(request.params.file, request.query);
    if (!art) throw appError('not_found');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/svg+xml')
      .send(fanArtSvg(art));
  });
};
