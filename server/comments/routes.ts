import * as comments from '#contract/comments.ts';
import * as updates from '#contract/updates.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addComment } from './add-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { likeComment } from './like-comment.ts';
import { likeUpdate } from './like-update.ts';
import { listComments } from './list-comments.ts';
import { listReplies } from './list-replies.ts';

const signedInViewer = (request: RequestContext) => ({
  actor: signedIn(request),
  seesAdult: request.seesAdult,
});

export function commentRoutes(context: Platform): Route[] {
  const commentsOfPerson = context.limits.limiter('comments', { points: 30, perMs: 60_000 });
  return [
    route(comments.listComments, ({ params, query }, request) =>
      listComments(context, request, { pool: params.id }, query),
    ),
    route(comments.addComment, async ({ params, body }, request) => {
      const viewer = signedInViewer(request);
      await commentsOfPerson.consume(viewer.actor.userId);
      return addComment(context, viewer, { pool: params.id }, body);
    }),
    route(updates.likeUpdate, ({ params }, request) => likeUpdate(context, signedInViewer(request), params.id, true)),
    route(updates.unlikeUpdate, ({ params }, request) =>
      likeUpdate(context, signedInViewer(request), params.id, false),
    ),
    route(updates.listUpdateComments, ({ params, query }, request) =>
      listComments(context, request, { update: params.id }, { page: query.page, sort: 'newest' }),
    ),
    route(updates.addUpdateComment, async ({ params, body }, request) => {
      const viewer = signedInViewer(request);
      await commentsOfPerson.consume(viewer.actor.userId);
      return addComment(context, viewer, { update: params.id }, body);
    }),
    route(comments.listReplies, ({ params, query }, request) => listReplies(context, request, { ...params, ...query })),
    route(comments.likeComment, ({ params }, request) =>
      likeComment(context, signedInViewer(request), params.id, true),
    ),
    route(comments.unlikeComment, ({ params }, request) =>
      likeComment(context, signedInViewer(request), params.id, false),
    ),
    route(comments.deleteComment, ({ params }, request) => deleteComment(context, signedIn(request), params.id)),
  ];
}
