import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { createdElsewhere, type Exception, exceptions, functions, owners, tables } from './sql-owners.ts';

/** Checks that no module's SQL writes another module's table, reads a later module's table, or calls a later module's function. */

type Use = 'read' | 'write' | 'call';

interface Reference {
  use: Use;
  name: string;
}

export interface Violation extends Reference {
  /** A file, or a view or function of the schema. */
  place: string;
  message: string;
}

const byName = (owned: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)));
const ownerOfTable = byName(tables);
const ownerOfFunction = byName(functions);

/** The module whose rules apply to a file. */
function ownerOfFile(file: string): string {
  const folder = file.split('/')[1] ?? '';
  return owners.includes(folder) ? folder : 'entry';
}

/** An untagged string counts as SQL when it begins as a statement or as a condition with a subquery. */
const statement = /^\s*(?:with \w+ as|select|insert into|update|delete from|truncate|alter table|(?:not )?exists) /;

interface SyntaxNode {
  type?: string;
  value?: unknown;
  template?: SyntaxNode;
  quasis?: { raw: string }[];
}

const textOf = ({ quasis, value }: SyntaxNode) => quasis?.map(({ raw }) => raw).join('$') ?? String(value);

function* sqlBelow(node: SyntaxNode): Generator<string> {
  if (node.type === 'TaggedTemplateExpression' && node.template) yield textOf(node.template);
  const isText = node.type === 'TemplateLiteral' || node.type === 'StringLiteral';
  if (isText && statement.test(textOf(node))) yield textOf(node);
  for (const child of Object.values(node)) if (child !== null && typeof child === 'object') yield* sqlBelow(child);
}

/** The SQL in a TypeScript file: every tagged template, and untagged text that begins as a statement. `$` replaces values. */
export function sqlIn(source: string): string[] {
  return [...sqlBelow(parseSync(source, { syntax: 'typescript' }) as SyntaxNode)];
}

const writes =
  /\b(?:(?:insert|merge)\s+into|(?<!\b(?:for|key|do)\s+)update|delete\s+from|truncate(?:\s+table)?|alter\s+table)\s+(?:only\s+)?$/;
const comments = /--.*$/gm;
const strings = /'(?:[^']|'')*'/g;
/** `$` stands for a name that is filled in at run time. */
const names = /(?<![\w.])(?:\$|[a-z_]\w*(?:\.[a-z_]\w*)?)/g;

/** Every table and function that a piece of SQL names. `locals` are names that mean something else in it, such as arguments. */
export function usesIn(sql: string, locals: readonly string[] = []): Reference[] {
  const text = sql
    .replace(comments, '')
    .replace(strings, "''")
    .replaceAll(/"|\bpublic\./g, '')
    .toLowerCase();
  return [...text.matchAll(names)].flatMap<Reference>(({ 0: word, index }) => {
    const before = text.slice(0, index);
    const after = text.slice(index + word.length);
    const [first = ''] = word.split('.');
    const table = ownerOfTable.has(word) ? word : first;
    if (/^\s*\(/.test(after) && ownerOfFunction.has(word)) return [{ use: 'call', name: word }];
    const use = writes.test(before) ? 'write' : 'read';
    if (word === '$') return use === 'write' ? [{ use, name: word }] : [];
    // A column or an alias may have the name of a table.
    if (!ownerOfTable.has(table) || locals.includes(table) || /\bas\s+$/.test(before)) return [];
    return [{ use, name: table }];
  });
}

/** Explains why a module must not use a table or function in this way. Returns undefined when it may. */
function faultOf(owner: string, { use, name }: Reference): string | undefined {
  if (name === '$') return 'writes a table whose name is only known at run time. Name the table in the statement.';
  const other = (use === 'call' ? ownerOfFunction : ownerOfTable).get(name) ?? 'entry';
  if (use === 'write' && other !== owner)
    return `${owner} writes ${name}, a table of ${other}. Call an operation of ${other}.`;
  if (owners.indexOf(other) <= owners.indexOf(owner)) return undefined;
  const verb = use === 'call' ? 'calls' : 'reads';
  return `${owner} ${verb} ${name} of ${other}, a later module. Let ${other} answer: by a fact, a hook, or a query in that module.`;
}

function violationsOf(
  place: string,
  owner: string,
  sql: readonly string[],
  locals: readonly string[] = [],
): Violation[] {
  const found = new Map<string, Violation>();
  for (const used of sql.flatMap((text) => usesIn(text, locals))) {
    const message = faultOf(owner, used);
    if (message) found.set(message, { place, ...used, message });
  }
  return [...found.values()];
}

export function checkSource(file: string, source: string): Violation[] {
  return violationsOf(file, ownerOfFile(file), sqlIn(source));
}

/** Parses the tables, views and functions of migrations/schema.sql. */
export function readSchema(schema: string) {
  return {
    tables: [...schema.matchAll(/^CREATE TABLE (\S+) /gm)].map(([, name = '']) => name),
    views: [...schema.matchAll(/^CREATE VIEW (\S+) AS([\s\S]*?);$/gm)].map(([, name = '', sql = '']) => ({
      name,
      sql,
    })),
    functions: [
      ...schema.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\((.*)\)$[\s\S]*?^AS \$function\$([\s\S]*?)\$function\$/gm),
    ].map(([, name = '', given = '', sql = '']) => ({
      name,
      sql,
      given: given.split(', ').map((one) => one.split(' ')[0] ?? ''),
    })),
  };
}

/** Lists tables, views and functions without an owner, stale entries of the map, and violations in views and function bodies. */
export function checkSchema(schema: string): Violation[] {
  const { tables: own, views, functions: bodies } = readSchema(schema);
  const missing = (use: Use, there: readonly string[], known: Iterable<string>) => [
    ...there
      .filter((name) => !new Set(known).has(name))
      .map((name) => ({ place: name, use, name, message: 'has no owner. Add it to scripts/sql-owners.ts.' })),
    ...[...known]
      .filter((name) => !there.includes(name))
      .map((name) => ({
        place: name,
        use,
        name,
        message: 'is not in migrations/schema.sql. Remove it from scripts/sql-owners.ts.',
      })),
  ];
  return [
    ...missing('read', [...own, ...views.map(({ name }) => name), ...createdElsewhere], [...ownerOfTable.keys()]),
    ...missing(
      'call',
      bodies.map(({ name }) => name),
      [...ownerOfFunction.keys()],
    ),
    ...views.flatMap(({ name, sql }) => violationsOf(`view ${name}`, ownerOfTable.get(name) ?? 'entry', [sql])),
    ...bodies.flatMap(({ name, sql, given }) =>
      violationsOf(`function ${name}`, ownerOfFunction.get(name) ?? 'entry', [sql], given),
    ),
  ];
}

/** Removes the violations that an exception covers, and adds each exception that covers nothing. */
export function withoutExceptions(violations: readonly Violation[], allowed: readonly Exception[]): Violation[] {
  const covers = ({ file, allows }: Exception, { place, use }: Violation) =>
    file.test(place) && (allows === 'write' || use !== 'write');
  const unused = allowed.filter((one) => !violations.some((violation) => covers(one, violation)));
  return [
    ...violations.filter((violation) => !allowed.some((one) => covers(one, violation))),
    ...unused.map(({ file }) => ({
      place: String(file),
      use: 'read' as const,
      name: '',
      message: 'is an exception that nothing needs.',
    })),
  ];
}

function checkAll(): Violation[] {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const inFiles = files.sort().flatMap((file) => checkSource(file, readFileSync(file, 'utf8')));
  return withoutExceptions([...checkSchema(readFileSync('migrations/schema.sql', 'utf8')), ...inFiles], exceptions);
}

if (import.meta.main) {
  const violations = checkAll();
  for (const { place, message } of violations) console.error(`${place}: ${message}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
