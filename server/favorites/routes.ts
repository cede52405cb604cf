import * as likes from '#contract/likes.ts';
import * as saves from '#contract/saves.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { likePool } from './like-pool.ts';
import { listLikeStatuses, readLikeStatus } from './list-like-statuses.ts';
import { listLikedPools, listSavedPools } from './read-pool-list.ts';
import { readSaveStatus, savePool } from './save-pool.ts';
import { setPoolNews } from './set-pool-news.ts';

const signedInViewer = (request: RequestContext) => ({
  actor: signedIn(request),
  seesAdult: request.seesAdult,
});

export function favoriteRoutes(context: Platform): Route[] {
  return [
    route(likes.likePool, ({ params }, request) => likePool(context, signedInViewer(request), params.id, true)),
    route(likes.unlikePool, ({ params }, request) => likePool(context, signedInViewer(request), params.id, false)),
    route(likes.getLikeStatus, ({ params }, request) => readLikeStatus(context, request.actor, params.id)),
    route(likes.listLikeStatuses, ({ query }, request) => listLikeStatuses(context, request.actor, query.ids)),
    route(likes.listLikedPools, ({ query }, request) =>
      listLikedPools(context, signedIn(request), { ...query, seesAdult: request.seesAdult }),
    ),
    route(saves.savePool, ({ params }, request) => savePool(context, signedInViewer(request), params.id, true)),
    route(saves.unsavePool, ({ params }, request) => savePool(context, signedInViewer(request), params.id, false)),
    route(saves.setPoolNews, ({ params, body }, request) =>
      setPoolNews(context, signedIn(request), params.id, body.getsNews),
    ),
    route(saves.getSaveStatus, ({ params }, request) => readSaveStatus(context, signedIn(request), params.id)),
    route(saves.listSavedPools, ({ query }, request) =>
      listSavedPools(context, signedIn(request), { ...query, seesAdult: request.seesAdult }),
    ),
  ];
}
