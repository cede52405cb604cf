/** A link for people: without the scheme, `www.` and a slash at the end. */
export const shortLink = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
