import { type AnyEndpoint, endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import { sendSignedIn } from './call.ts';
import { languageHeaders, responseError, unreachable } from './failures.ts';
import { reportChange } from './freshness.ts';

export interface UploadOptions {
  params?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Receives the uploaded share, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Sends a form with files to a `multipart` endpoint. Throws the same errors as `call`. */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  return sendSignedIn(() => send(endpoint, form, options));
}

/** Uses XMLHttpRequest because `fetch` reports no upload progress. */
function send<E extends AnyEndpoint>(
  endpoint: E,
  form: FormData,
  { params, signal, onProgress }: UploadOptions,
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpointUrl(endpoint, params));
    for (const [name, value] of Object.entries(languageHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status >= 300) return reject(responseError(status, statusText, responseText));
      reportChange();
      try {
        resolve(JSON.parse(responseText));
      } catch (error) {
        reject(error);
      }
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
