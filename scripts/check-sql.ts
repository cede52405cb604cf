import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import {
  createdElsewhere,
  type Exception,
  exceptions,
  migratedFunctions,
  owners,
  privateTables,
  tables,
} from './sql-owners.ts';

/** Checks that no module's SQL writes another module's table, reads a later module's table, or calls a later module's function. */

type Use = 'read' | 'write' | 'call';

interface Reference {
  use: Use;
  name: string;
}

export interface Violation extends Reference {
  /** A file, with the function in it. */
  place: string;
  message: string;
}

const comments = /--.*$/gm;
const byName = (owned: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)));
const ownerOfTable = byName(tables);
const routineFiles = globSync('server/**/*.sql').sort();
const ownerOfFunction = byName(migratedFunctions);
for (const file of routineFiles) {
  for (const { name } of readRoutines(readFileSync(file, 'utf8')).functions)
    ownerOfFunction.set(name, ownerOfFile(file));
}

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
  tag?: SyntaxNode;
  template?: SyntaxNode;
  quasis?: { raw: string }[];
}

/** The tags of texts for people (contract/language/text.ts). */
const forPeople = new Set(['t', 'msg']);

const textOf = ({ quasis, value }: SyntaxNode) => quasis?.map(({ raw }) => raw).join('$') ?? String(value);

function* sqlBelow(node: SyntaxNode): Generator<string> {
  if (node.type === 'TaggedTemplateExpression' && node.template && !forPeople.has(String(node.tag?.value)))
    yield textOf(node.template);
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
  const reason = use === 'read' && other !== owner ? privateTables[name] : undefined;
  if (reason) return `${owner} reads ${name}: ${reason}.`;
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
  const violations = new Map<string, Violation>();
  for (const used of sql.flatMap((text) => usesIn(text, locals))) {
    const message = faultOf(owner, used);
    if (message) violations.set(message, { place, ...used, message });
  }
  return [...violations.values()];
}

export function checkSource(file: string, source: string): Violation[] {
  return violationsOf(file, ownerOfFile(file), sqlIn(source));
}

interface Routines {
  functions: { name: string; sql: string; given: string[] }[];
  /** The other statements, without triggers. */
  rest: string;
}

/** Parses the SQL of a module. */
export function readRoutines(text: string): Routines {
  const functions: Routines['functions'] = [];
  const define = /create or replace function (\w+)\s*\(([^)]*)\)[\s\S]*?\$(\w*)\$([\s\S]*?)\$\3\$[^;]*;/gi;
  const rest = text
    .replace(comments, '')
    .replace(define, (_all, name: string, given: string, _tag, sql: string) => {
      functions.push({ name, sql, given: given.split(',').map((one) => one.trim().split(' ')[0] ?? '') });
      return '';
    })
    .replace(/^(?:create [\w ]*?trigger|drop trigger) [^;]*;/gim, '');
  return { functions, rest };
}

/** The violations in the SQL of a module. */
export function checkRoutines(file: string, text: string): Violation[] {
  const { functions, rest } = readRoutines(text);
  const owner = ownerOfFile(file);
  return [
    ...violationsOf(file, owner, [rest]),
    ...functions.flatMap(({ name, sql, given }) => violationsOf(`${file}: ${name}`, owner, [sql], given)),
  ];
}

/** Lists the tables and views without an owner, and stale entries of the map. `schema`: the text of migrations/schema.sql. */
export function checkOwners(schema: string, views: readonly string[]): Violation[] {
  const there = [...schema.matchAll(/^CREATE TABLE (\S+) /gm)]
    .map(([, name = '']) => name)
    .concat(views, createdElsewhere);
  const fault = (name: string, message: string): Violation => ({ place: name, use: 'read', name, message });
  return [
    ...there
      .filter((name) => !ownerOfTable.has(name))
      .map((name) => fault(name, 'has no owner. Add it to scripts/sql-owners.ts.')),
    ...[...ownerOfTable.keys()]
      .filter((name) => !there.includes(name))
      .map((name) => fault(name, 'does not exist. Remove it from scripts/sql-owners.ts.')),
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
  const routines = routineFiles.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const views = routines.flatMap(({ text }) =>
    [...text.matchAll(/^create or replace view (\w+)/gm)].map(([, name = '']) => name),
  );
  const inRoutines = routines.flatMap(({ file, text }) => checkRoutines(file, text));
  const owned = checkOwners(readFileSync('migrations/schema.sql', 'utf8'), views);
  return withoutExceptions([...owned, ...inRoutines, ...inFiles], exceptions);
}

if (import.meta.main) {
  const violations = checkAll();
  for (const { place, message } of violations) console.error(`${place}: ${message}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
