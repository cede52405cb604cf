/** The comparison key of a name: without case, accents, spaces and punctuation. Empty for a name of punctuation only. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
