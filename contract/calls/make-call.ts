import type { Message } from '#contract/language/text.ts';
import type { AnyEndpoint, Method } from '../endpoint.ts';

/**
 * An endpoint as the browser uses it: its method and path, without the schemas, which add 30 KB to a page. It has the type of the
 * definition, so a different path or method does not compile.
 */
const makeCall =
  <M extends Method>(method: M) =>
  <E extends AnyEndpoint & { method: M }>(path: E['path'], loadFailure?: Message): E =>
    ({ method, path, loadFailure }) as unknown as E;

export const get = makeCall('GET');
export const post = makeCall('POST');
export const patch = makeCall('PATCH');
export const remove = makeCall('DELETE');
