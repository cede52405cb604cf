/** An API token in any text: a prefix, 43 random base62 characters and a checksum of 6. */
const pattern = /ffp_[0-9A-Za-z]{49}/;
/** The same in a URL, where any character may be percent-encoded. */
const inUrl = /(?:f|%66){2}(?:p|%70)(?:_|%5[fF])(?:[0-9A-Za-z]|%[3-7][0-9a-fA-F]){49}/;
const everyToken = new RegExp(inUrl, 'g');
const wholeToken = new RegExp(`^${pattern.source}$`);

export const tokenPrefix = 'ffp_';

export const isTokenLike = (text: string): boolean => wholeToken.test(text);

/** Whether a token is anywhere in a text. Cheap for texts without one. */
export const hasToken = (text: string): boolean => text.includes(tokenPrefix) && pattern.test(text);

/** The same for a URL. */
export const hasEncodedToken = (url: string): boolean => (url.includes('%') ? inUrl.test(url) : hasToken(url));

/** A text without its tokens, for the log. */
export const hideTokens = (text: string): string =>
  hasEncodedToken(text) ? text.replaceAll(everyToken, `${tokenPrefix}[hidden]`) : text;
