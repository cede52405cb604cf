import * as contract from '#contract/overlays/overlays.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  changeOverlay,
  createOverlay,
  deleteOverlay,
  listOverlays,
  previewOverlay,
  renewOverlay,
  testOverlay,
} from './manage-overlays.ts';

export const overlayRoutes = (context: Platform): Route[] => [
  route(contract.listOverlays, (_input, request) => listOverlays(context, signedIn(request))),
  route(contract.createOverlay, ({ body }, request) => createOverlay(context, signedIn(request), body)),
  route(contract.previewOverlay, ({ body }, request) => previewOverlay(context, signedIn(request), body)),
  route(contract.changeOverlay, ({ params, body }, request) =>
    changeOverlay(context, signedIn(request), params.id, body),
  ),
  route(contract.renewOverlay, ({ params }, request) => renewOverlay(context, signedIn(request), params.id)),
  route(contract.testOverlay, ({ params }, request) => testOverlay(context, signedIn(request), params.id)),
  route(contract.deleteOverlay, ({ params }, request) => deleteOverlay(context, signedIn(request), params.id)),
];
