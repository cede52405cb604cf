import * as tokens from '#contract/tokens.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createToken } from './create-token.ts';
import { listTokens, revokeToken } from './manage-tokens.ts';

export function tokenRoutes(context: Platform): Route[] {
  return [
    route(tokens.listTokens, (_input, request) => listTokens(context, signedIn(request))),
    route(tokens.createToken, ({ body }, request) => createToken(context, request, body)),
    route(tokens.revokeToken, ({ params }, request) => revokeToken(context, signedIn(request), params.id)),
  ];
}
