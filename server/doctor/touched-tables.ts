const name = '(?:if (?:not )?exists )?(?:only )?([a-z_]+(?:\\.[a-z_]+)?)';
const patterns = [
  `\\b(?:alter|drop|create|truncate|lock) (?:unlogged )?table ${name}`,
  `\\bcreate (?:unique )?index (?:concurrently )?[a-z_0-9 ]*\\bon ${name}`,
  `\\bcreate (?:constraint )?trigger [^;]*? on ${name}`,
  `\\b(?:update|insert into|delete from) ${name}`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** The tables that a migration's statements name as their target, in alphabetical order. Bodies of functions are left out. */
export function touchedTables(text: string): string[] {
  const statements = text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replace(/\s+/g, ' ');
  const found = patterns.flatMap((pattern) => [...statements.matchAll(pattern)].map(([, table = '']) => table));
  // "for update of", "on delete set" and "on update cascade" match by accident.
  return [...new Set(found)].filter((table) => !['of', 'set', 'cascade', 'on', 'or'].includes(table)).sort();
}
