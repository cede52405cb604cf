import * as updates from '#contract/updates.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteUpdate } from './delete-update.ts';
import { editUpdate } from './edit-update.ts';
import { listUpdates } from './list-updates.ts';
import { postUpdate } from './post-update.ts';

const signedInViewer = (request: RequestContext) => ({
  actor: signedIn(request),
  seesAdult: request.seesAdult,
});

export function updateRoutes(context: Platform): Route[] {
  return [
    route(updates.listUpdates, ({ params, query }, request) => listUpdates(context, request, params.id, query.page)),
    route(updates.postUpdate, ({ params, body }, request) =>
      postUpdate(context, signedInViewer(request), params.id, body),
    ),
    route(updates.editUpdate, ({ params, body }, request) =>
      editUpdate(context, signedInViewer(request), params.id, body),
    ),
    route(updates.deleteUpdate, ({ params }, request) => deleteUpdate(context, signedIn(request), params.id)),
  ];
}
