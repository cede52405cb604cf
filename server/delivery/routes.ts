import { getTrackRecord } from '#contract/creators/track-record.ts';
import * as contract from '#contract/delivery.ts';
import * as gallery from '#contract/gallery.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { showPool } from '#server/pools/show-pool.ts';
import { listGallery } from './list-gallery.ts';
import { objectToDelivery } from './object-to-delivery.ts';
import { publishFile, unpublishFile } from './publish-file.ts';
import { readContent } from './read-content.ts';
import { readTrackRecord } from './read-track-record.ts';
import { submitContent } from './submit-content.ts';

export function deliveryRoutes(context: MoneyContext): Route[] {
  return [
    route(contract.submitContent, async ({ params, body }, request) => {
      await submitContent(context, signedIn(request), { poolId: params.id, ...body });
      return showPool(context, request, params.id);
    }),
    route(contract.getContent, ({ params }, request) => readContent(context, signedIn(request), params.id)),
    route(getTrackRecord, ({ params }, request) => readTrackRecord(context, request, params.username)),
    route(gallery.listGallery, ({ params, query }, request) => listGallery(context, request, params.username, query)),
    route(gallery.publishFile, ({ params }, request) => publishFile(context, signedIn(request), params.id)),
    route(gallery.unpublishFile, ({ params }, request) => unpublishFile(context, signedIn(request), params.id)),
    route(contract.objectToDelivery, ({ params, body }, request) =>
      objectToDelivery(context, signedIn(request), { poolId: params.id, reason: body.reason }),
    ),
  ];
}
