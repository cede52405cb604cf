import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/**
 * Refuses text that React would remove or insert before. Translating browsers replace text nodes with <font> elements, so React's
 * removeChild and insertBefore would throw and end the page (decisions/0065). Text is safe as the only child of an element, because React
 * then sets its textContent, and beside siblings that never change. Elsewhere it needs a separate element, such as <span>.
 *
 * The check reads syntax, not types: of a value that it cannot trace, it assumes text inside of textual elements only.
 */

interface SyntaxNode {
  type: string;
  span: { start: number; end: number };
  [key: string]: unknown;
}

/** What an expression renders. Several are possible: `isNew ? 'New' : null` is text or nothing. */
type Output = 'text' | 'element' | 'list' | 'nothing' | 'unknown';

interface Child {
  node: SyntaxNode;
  outputs: Set<Output>;
  /** Text that is not inside of an element of this child. */
  hasLooseText: boolean;
}

interface Source {
  file: string;
  text: string;
}

interface Finding {
  file: string;
  line: number;
  text: string;
}

type Components = Map<string, Set<Output>>;

/** Elements and components whose children are words. In others, an unknown value is a component's content, which is an element. */
const textualParents =
  /^(a|b|button|caption|cite|code|dd|dt|em|figcaption|h[1-6]|i|label|legend|li|p|small|span|strong|summary|td|th|time|u|Button|Link|LinkButton|TextLink|IconButton|Tag|Badge|Notice)$/;
/** Names of props that take an optional element. */
const elementNames = new Set(['icon', 'badge']);
/** Names of props of type ReactNode, which may be nothing. */
const contentNames = new Set(['children', 'hint', 'note', 'aside']);
const listMethods = new Set(['map', 'flatMap', 'from']);
const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassMethod']);

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Everything directly below a node: swc wraps some nodes in objects without a type. */
function* below(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) {
    if (isNode(part)) yield part;
    else yield* below(part);
  }
}

/** JSX drops line breaks and the white space around them. */
const rendersText = (value: string) => value.replace(/\s*\n\s*/g, '') !== '';

/** The values that a function returns, without those of the functions inside it. */
function returnsOf(fn: SyntaxNode): SyntaxNode[] {
  if (!isNode(fn.body)) return [];
  if (!/^(FunctionBody|BlockStatement)$/.test(fn.body.type)) return [fn.body];
  const nodes: SyntaxNode[] = [];
  const visit = (node: SyntaxNode) => {
    if (functionTypes.has(node.type)) return;
    if (node.type === 'ReturnStatement' && isNode(node.argument)) nodes.push(node.argument);
    else for (const part of below(node)) visit(part);
  };
  visit(fn.body);
  return nodes;
}

/** Reads what the code of one file renders. `components` are those that it can name. */
class Outputs {
  readonly #components: Components;

  constructor(components: Components) {
    this.#components = components;
  }

  of(node: SyntaxNode): Output[] {
    const all = (...values: unknown[]) => values.filter(isNode).flatMap((value) => this.of(value));
    switch (node.type) {
      case 'NullLiteral':
      case 'BooleanLiteral':
        return ['nothing'];
      // React makes no text node for an empty string.
      case 'StringLiteral':
        return [node.value === '' ? 'nothing' : 'text'];
      case 'JSXText':
      case 'TemplateLiteral':
      case 'TaggedTemplateExpression':
      case 'NumericLiteral':
        return ['text'];
      case 'JSXElement':
        return this.#ofElement(node);
      case 'JSXFragment':
        return this.children(node).flatMap(({ outputs }) => [...outputs]);
      case 'JSXExpressionContainer':
      case 'ParenthesisExpression':
      case 'TsAsExpression':
      case 'TsNonNullExpression':
        return all(node.expression);
      case 'ConditionalExpression':
        return all(node.consequent, node.alternate);
      case 'BinaryExpression':
        if (node.operator === '&&') return ['nothing', ...all(node.right)];
        return node.operator === '||' || node.operator === '??' ? all(node.left, node.right) : ['text'];
      case 'CallExpression':
        return this.#ofCall(node);
      case 'Identifier':
        if (node.value === 'undefined') return ['nothing'];
        if (elementNames.has(String(node.value))) return ['element', 'nothing'];
        return contentNames.has(String(node.value)) ? ['unknown', 'nothing'] : ['unknown'];
      default:
        return ['unknown'];
    }
  }

  #ofElement(node: SyntaxNode): Output[] {
    // Its text is a sibling of the elements of its tags.
    if (nameOfParent(node) === 'RichText') return ['text'];
    return [...(this.#components.get(nameOfParent(node)) ?? ['element'])] as Output[];
  }

  /** Lists render what their callbacks return, in a changing number. */
  #ofCall({ callee, arguments: given }: SyntaxNode): Output[] {
    const method = isNode(callee) && isNode(callee.property) ? String(callee.property.value) : '';
    if (!listMethods.has(method)) return ['unknown'];
    const callback = [...below(given)].find(({ type }) => functionTypes.has(type));
    const items = callback ? returnsOf(callback).flatMap((value) => this.of(value)) : [];
    const isMixed = items.includes('element') && items.includes('unknown');
    return ['list', ...items.filter((output) => output === 'text' || (isMixed && output === 'unknown'))];
  }

  children(parent: SyntaxNode): Child[] {
    return nodesIn(parent.children).flatMap((node) => {
      if (node.type === 'JSXText' && !rendersText(String(node.value))) return [];
      if (isNode(node.expression) && node.expression.type === 'JSXEmptyExpression') return [];
      const outputs = new Set(this.of(node));
      return [{ node, outputs, hasLooseText: outputs.has('text') && hasFragment(node) }];
    });
  }
}

/** Whether text of this child comes from a fragment, so that React makes a text node even if it is the only child. */
function hasFragment(node: SyntaxNode): boolean {
  if (node.type === 'JSXFragment') return true;
  if (node.type === 'JSXElement' || functionTypes.has(node.type)) return false;
  return [...below(node)].some(hasFragment);
}

/** Whether React inserts or removes nodes of this child after the first render. */
function varies({ node, outputs }: Child): boolean {
  if (outputs.has('list') || (outputs.has('nothing') && outputs.size > 1)) return true;
  if (node.type !== 'JSXExpressionContainer') return false;
  return outputs.has('element') && (outputs.size > 1 || (node.expression as SyntaxNode).type !== 'JSXElement');
}

/** The children that need a separate element. */
function looseChildren(children: readonly Child[], isTextual: boolean): Child[] {
  const mayBeText = ({ outputs }: Child) => outputs.has('text') || (isTextual && outputs.has('unknown'));
  return children.filter((child, index) => {
    if (children.length === 1) return child.hasLooseText && varies(child);
    if (!mayBeText(child)) return false;
    const before = children[index - 1];
    // React inserts a node before the next one that is always there.
    return varies(child) || (before !== undefined && varies(before));
  });
}

const nameOfParent = (node: SyntaxNode) =>
  isNode(node.opening) && isNode(node.opening.name) ? String(node.opening.name.value) : '';

interface Parsed extends Source {
  program: SyntaxNode;
  /** Where swc begins to count: it counts bytes over all files that it has parsed in this process, to the last token of this one. */
  base: number;
}

function parse({ file, text }: Source): Parsed {
  const program = parseSync(text, { syntax: 'typescript', tsx: true }) as unknown as SyntaxNode;
  return { file, text, program, base: program.span.end - Buffer.byteLength(text.trimEnd()) };
}

/** Calls `report` for every component of a file with its name. */
function eachComponent(node: SyntaxNode, report: (name: string, fn: SyntaxNode) => void): void {
  const id =
    node.type === 'FunctionDeclaration' ? node.identifier : node.type === 'VariableDeclarator' ? node.id : null;
  const fn = node.type === 'VariableDeclarator' && isNode(node.init) ? node.init : node;
  if (isNode(id) && /^[A-Z]/.test(String(id.value)) && functionTypes.has(fn.type)) report(String(id.value), fn);
  for (const part of below(node)) eachComponent(part, report);
}

/** Variables that name one of several components, such as `const Icon = isDone ? Check : Circle`: React replaces the whole element. */
function chosenComponents(node: SyntaxNode): string[] {
  const { id, init } = node;
  const isChosen =
    node.type === 'VariableDeclarator' &&
    isNode(init) &&
    /^(ConditionalExpression|MemberExpression|BinaryExpression)$/.test(init.type) &&
    isNode(id) &&
    /^[A-Z][a-z]/.test(String(id.value));
  return [...(isChosen ? [String(id.value)] : []), ...[...below(node)].flatMap(chosenComponents)];
}

/** The names that a file imports from our own modules. */
function ownImports(program: SyntaxNode): string[] {
  return [...below(program.body)].flatMap(({ type, source, specifiers }) => {
    if (type !== 'ImportDeclaration' || !isNode(source) || !/^[.#]/.test(String(source.value))) return [];
    return nodesIn(specifiers).flatMap(({ local }) => (isNode(local) ? String(local.value) : []));
  });
}

/** The outputs of the components of all files, by the name of the file and the component. */
class ComponentTable {
  readonly #all = new Map<string, Components>();

  /** The components that the code of a file can name: its own ones and imported ones. Components of packages render one element. */
  visibleIn({ file, program }: Parsed): Components {
    const imported = new Set(ownImports(program));
    const others = [...this.#all].filter(([name]) => name !== file).flatMap(([, own]) => [...own]);
    const chosen = chosenComponents(program).map((name) => [name, new Set<Output>(['list'])] as const);
    return new Map([...chosen, ...others.filter(([name]) => imported.has(name)), ...(this.#all.get(file) ?? [])]);
  }

  read(parsed: Parsed): void {
    const own: Components = new Map();
    const outputs = new Outputs(this.visibleIn(parsed));
    eachComponent(parsed.program, (name, fn) => {
      own.set(name, new Set(returnsOf(fn).flatMap((value) => outputs.of(value))));
    });
    this.#all.set(parsed.file, own);
  }
}

/** Finds the text in these files that a translating browser would take away from React. */
export function findLooseText(sources: readonly Source[]): Finding[] {
  const files = sources.map(parse);
  const table = new ComponentTable();
  // Twice, because a component may render another one that comes later.
  for (const file of [...files, ...files]) table.read(file);
  return files.flatMap((file) => looseTextOf(file, new Outputs(table.visibleIn(file))));
}

function looseTextOf({ file, text, program, base }: Parsed, outputs: Outputs): Finding[] {
  const bytes = Buffer.from(text);
  const findings: Finding[] = [];
  const report = ({ span }: SyntaxNode) => {
    const [start, end] = [span.start - base, span.end - base];
    const line = bytes.subarray(0, start).toString().split('\n').length;
    findings.push({ file, line, text: bytes.subarray(start, end).toString().replace(/\s+/g, ' ').trim() });
  };
  const visit = (node: SyntaxNode) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const isTextual = textualParents.test(nameOfParent(node));
      for (const child of looseChildren(outputs.children(node), isTextual)) report(child.node);
    }
    if (node.type === 'JSXAttribute' && isNode(node.value) && hasFragment(node.value)) {
      // The component may show another value instead, such as an error instead of a hint.
      if (outputs.of(node.value).includes('text')) report(node.value);
    }
    for (const part of below(node)) visit(part);
  };
  visit(program);
  eachComponent(program, (_, fn) => {
    for (const value of returnsOf(fn)) if (outputs.of(value).includes('text')) report(value);
  });
  return findings;
}

if (import.meta.main) {
  const sources = globSync('web/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const findings = findLooseText(sources);
  for (const { file, line, text } of findings) console.log(`${file}:${line} text needs a separate element: ${text}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
