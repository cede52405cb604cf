/** An API token in any text: a prefix, 43 random base62 characters and a checksum of 6. */
const pattern = /ffp_[0-9A-Za-z]{49}/;
const everyToken = new RegExp(pattern, 'g');
const wholeToken = new RegExp(`^${pattern.source}$`);

export const tokenPrefix = 'ffp_';

export const isTokenLike = (text: string): boolean => wholeToken.test(text);

/** Whether a token is anywhere in a text. Cheap for texts without one. */
export const hasToken = (text: string): boolean => text.includes(tokenPrefix) && pattern.test(text);

/** A text without its tokens, for the log. */
export const hideTokens = (text: string): string =>
  hasToken(text) ? text.replaceAll(everyToken, `${tokenPrefix}[hidden]`) : text;
