/** Text to be found literally by LIKE and ILIKE: %, _ and the backslash lose their meaning. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
