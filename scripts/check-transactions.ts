import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/**
 * Refuses reads on another connection inside a transaction: also a read behind a cache, which fails only while the cache is cold. A
 * function that takes a `tx` must take its context as `InTransaction<…>`, which has no database. A callback of `db.tx()` sees the full
 * context of the function around it, so it may pass that context on only together with `tx`, and may not use `db`.
 */

interface SyntaxNode {
  type?: string;
  span?: { start: number };
  [key: string]: unknown;
}

export interface Finding {
  file: string;
  line: number;
  message: string;
}

const fullContexts = new Set([
  'Platform',
  'MoneyContext',
  'AdminContext',
  'AccountsContext',
  'ChatContext',
  'SandboxContext',
]);
/** Their callbacks run after the commit. */
const runsOutside = new Set(['afterCommit', 'afterCommitWith']);
const fullValues = new Set(['context', 'platform', 'db', 'sql']);

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;
const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.value) : undefined;

interface Parameter {
  name: string | undefined;
  typeName: string | undefined;
  members: readonly string[];
}

/** A parameter of a declaration is wrapped (`{ pat }`), one of an arrow function is not. */
function parameterOf(node: SyntaxNode): Parameter {
  const pattern: SyntaxNode = isNode(node.pat) ? node.pat : node;
  const annotation = isNode(pattern.typeAnnotation) ? pattern.typeAnnotation.typeAnnotation : undefined;
  const typeName =
    isNode(annotation) && annotation.type === 'TsTypeReference' ? nameOf(annotation.typeName) : undefined;
  const members = nodesIn(pattern.properties).flatMap(({ key }) => nameOf(key) ?? []);
  return { name: nameOf(pattern), typeName, members };
}

const isFunction = ({ type }: SyntaxNode) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

type Report = (node: SyntaxNode, message: string) => void;

function visit(node: SyntaxNode, isInside: boolean, report: Report): void {
  if (isFunction(node)) visitFunction(node, isInside, report);
  else if (node.type === 'CallExpression') visitCall(node, isInside, report);
  else {
    if (isInside) reportOutside(node, report);
    visitChildren(node, isInside, report);
  }
}

function visitChildren(node: SyntaxNode, isInside: boolean, report: Report): void {
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each, isInside, report);
  }
}

/** `context.db`, `db.sql`, `db.tx`, and a statement on `sql`. */
function reportOutside(node: SyntaxNode, report: Report): void {
  const isStatement = node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql';
  const member = node.type === 'MemberExpression' ? [nameOf(node.object), nameOf(node.property)] : [];
  if (isStatement || member.includes('db')) {
    report(node, 'uses another connection in a transaction: use tx');
  }
}

/** The compiler checks a function that takes `InTransaction`, because that has no database. */
function visitFunction(node: SyntaxNode, isInside: boolean, report: Report): void {
  const parameters = nodesIn(node.params).map(parameterOf);
  const opens = parameters.some(({ name, typeName }) => name === 'tx' || typeName === 'Tx');
  const full = opens ? parameters.find(({ typeName }) => fullContexts.has(typeName ?? '')) : undefined;
  if (full) report(node, `takes a transaction and ${full.typeName}: take InTransaction<${full.typeName}>`);
  const isTyped = opens && parameters.some(({ typeName }) => typeName?.includes('InTransaction'));
  visitChildren(node, !isTyped && (isInside || opens), report);
}

function visitCall(node: SyntaxNode, isInside: boolean, report: Report): void {
  const callee = isNode(node.callee) ? (nameOf(node.callee) ?? nameOf(node.callee.property)) : undefined;
  const args = nodesIn(node.arguments)
    .map(({ expression }) => expression)
    .filter(isNode);
  const names = args.map(nameOf);
  const passed = names.find((name) => fullValues.has(name ?? ''));
  if (isInside && !runsOutside.has(callee ?? '') && passed && !names.includes('tx')) {
    report(node, `passes ${passed} without tx to ${callee} in a transaction: call it before`);
  }
  if (isNode(node.callee)) visit(node.callee, isInside, report);
  const staysInside = isInside && !runsOutside.has(callee ?? '');
  for (const arg of args) visit(arg, callee === 'tx' || staysInside, report);
}

export function findReadsOutside(file: string, source: string): Finding[] {
  const findings: Finding[] = [];
  const module = parseSync(source, { syntax: 'typescript' }) as unknown as SyntaxNode;
  // Positions are bytes, counted over everything that swc has parsed.
  const begin = module.span?.start ?? 0;
  const bytes = Buffer.from(source);
  visit(module, false, ({ span }, message) => {
    const before = bytes.subarray(0, Math.max(0, (span?.start ?? begin) - begin)).toString();
    findings.push({ file, line: before.split('\n').length, message });
  });
  return findings;
}

if (import.meta.main) {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const findings = files.flatMap((file) => findReadsOutside(file, readFileSync(file, 'utf8')));
  for (const { file, line, message } of findings) console.log(`${file}:${line} ${message}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
