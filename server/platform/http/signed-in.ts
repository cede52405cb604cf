import { appError } from '#contract/errors.ts';
import type { Actor, RequestContext } from './request-context.ts';

/** The actor of a request whose endpoint requires one; throws not_signed_in otherwise. */
export function signedIn(request: RequestContext): Actor {
  if (!request.actor) throw appError('not_signed_in');
  return request.actor;
}
