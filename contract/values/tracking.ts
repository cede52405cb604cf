/** A query parameter that other sites add to links to count clicks. No page reads them. */
export const trackingParameter =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|twclid|ttclid|igshid|igsh|mc_[ce]id|_hs\w+|yclid)=/;

/**
 * A URL without tracking parameters, so that each click on a shared link does not ask for another page. The inline script of a page
 * removes them from the browser's address in the same way before React reads it.
 */
export function withoutTracking(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const query = url.slice(at + 1);
  const kept = query
    .split('&')
    .filter((parameter) => !trackingParameter.test(parameter))
    .join('&');
  if (kept === query) return url;
  return kept ? `${url.slice(0, at)}?${kept}` : url.slice(0, at);
}
