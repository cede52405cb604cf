// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages about templates
import { globSync, readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { extractMessagesFromFiles } from '@lingui/native-tools';
import { parseSync } from 'vite';

/**
 * Every text for people goes through contract/language/text.ts, so that it can be translated (docs/decisions/0089). This check finds raw
 * text, and texts that Lingui could not extract or a translator could not use. It guesses what is text for people by its shape and place.
 */

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Finding {
  file: string;
  line: number;
  problem: string;
  text: string;
}

/** Texts for operators, developers and banks, which stay English, and legal pages, of which only the English text counts. */
const english = [
  /^server\/(?:admin|approvals|audit|bookkeeping|demo|doctor|health|mail-preview|operator|transparency)\//,
  /^server\/(?:cli|main|rotate-secret|start-faults|web-processes|migrate-unless|finish-restore)/,
  /^server\/platform\/(?:backup|concurrency|config|data|jobs|limits|live|network|observability|operator|postgres|redis|relay)\//,
  /^server\/platform\/(?:serve|http\/(?:http|refused-connections|api-docs|openapi))\.ts$/,
  /^server\/money\/(?:problems|processors)\//,
  /^server\/money\/stripe\/(?:refunds|refusal-codes|self-test|test-destinations|webhooks)\.ts$/,
  /^server\/money\/sandbox\/(?:deliver-event|read-webhook)\.ts$/,
  /^server\/money\/payouts\/(?:refresh-payout-account|reverse-payout|describe-transfer)\.ts$/,
  /^server\/(?:(?:legal|moderation)\/list-exports|sharing\/sitemap-routes)\.ts$/,
  // What people of the samples and the demo wrote, and texts that are stored.
  /^server\/.*(?:\/samples\/|mail-samples|sample-news|demo-accounts|\.sql\.ts$)/,
  /^contract\/(?:calls\/|endpoint|limits)/,
  /^web\/(?:service-worker|shared-document)/,
  /^web\/pages\/(?:terms-of-service|privacy-policy|cookie-policy|ccpa|copyright|creator-agreement|trademark-policy|usc-2257)-page\.tsx$/,
];

const textModule = '#contract/language/text.ts';

/** Attributes and properties that hold text for people. */
const textNames =
  /^(label|title|alt|placeholder|text|note|hint|description|heading|caption|legend|question|action|cancel|confirm|failed|empty|subject|body|lead|subtitle|help|explanation|detail|reason|message|words|aria-label|aria-description|aria-roledescription|aria-valuetext|ariaLabel)$/;
/** Attributes and properties that hold none. `summary` documents a call of the API; the browser has an element of that name. */
const codeNames =
  /^(className|id|href|to|type|value|d|viewBox|key|role|rel|target|src|srcSet|sizes|variant|size|tone|autoComplete|inputMode|pattern|media|method|encType|fill|stroke|style|htmlFor|lang|dir|kind|topic|accept|for|slot|points|vary|user-agent|aria-keyshortcuts|transform|align|side|field|path|color|font|fontFamily|area|template|columns|content-type|sql|query|operationId|summary|data-.*)$/;
/** Calls whose strings are for developers or for machines. */
const codeCalls =
  /(^|\.)(error|warn|info|debug|log|trace|fatal|logFailure|\w*Error|\w*Exception|\w*Fault|RegExp|includes|indexOf|startsWith|endsWith|split|join|replace|replaceAll|test|exec|querySelector|querySelectorAll|getElementById|setAttribute|getAttribute|addEventListener|removeEventListener|require|URL|has|get|set|append|header|match|closest|count|sql|raw|query|assert|verbatim|describe|it|expect|fetch|matchMedia|supports|createElement|dispatchEvent|counter|gauge|histogram)$/;
const letters = /\p{L}/u;

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value ?? (isNode(node.property) ? nameOf(node.property) : '')) : '';

/** Starts like a sentence and has several words. */
const isSentence = (text: string) =>
  /^[\p{Lu}“‘"]/u.test(text.trim()) &&
  /\p{L}\S*\s+\S*\p{L}/u.test(text) &&
  /\p{Ll}/u.test(text) &&
  !/[{}<>=]|^\w+:\s\w+;|^[\w-]+-\w+, /.test(text);
/** A word or more that begins with a capital letter. */
const isLabel = (text: string) =>
  /^[\p{Lu}“‘]/u.test(text.trim()) && /\p{Ll}/u.test(text) && !/^[A-Z]\w*[A-Z]\w*$|[{}<>]/.test(text);

type Place = 'code' | 'text' | 'unknown';

/** Whether a string at this place is text for people: by the closest attribute, property or call. */
function placeOf(node: SyntaxNode, parents: readonly SyntaxNode[]): Place {
  let child = node;
  for (const parent of parents) {
    const place = placeIn(parent, child);
    if (place) return place;
    child = parent;
  }
  return 'unknown';
}

function placeIn(parent: SyntaxNode, child: SyntaxNode): Place | undefined {
  const byName = (name: string): Place => (textNames.test(name) ? 'text' : codeNames.test(name) ? 'code' : 'unknown');
  switch (parent.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'LogicalExpression':
    case 'JSXExpressionContainer':
    case 'TemplateLiteral':
      return undefined;
    case 'ConditionalExpression':
      return parent.test === child ? 'code' : undefined;
    case 'JSXElement':
    case 'JSXFragment':
      return 'text';
    case 'JSXAttribute':
      return byName(nameOf(parent.name));
    case 'Property':
      return parent.key === child ? 'code' : byName(nameOf(parent.key));
    case 'CallExpression':
    case 'NewExpression':
      return nameOf(parent.callee) === '' || codeCalls.test(nameOf(parent.callee)) ? 'code' : 'unknown';
    case 'BinaryExpression':
      return /^[!=]==?$|^in$/.test(String(parent.operator)) ? 'code' : undefined;
    case 'TaggedTemplateExpression':
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'SwitchCase':
    case 'ThrowStatement':
    case 'MemberExpression':
    case 'TSLiteralType':
    case 'TSEnumMember':
      return parent.type === 'ExportNamedDeclaration' && !parent.source ? 'unknown' : 'code';
    default:
      return 'unknown';
  }
}

/** The words of a template without its values. */
const wordsOf = (template: SyntaxNode) =>
  nodesIn(template.quasis).map((quasi) => String((quasi.value as { cooked: string | null }).cooked));

/** Why a translator could not use a sentence; undefined if it is fine. */
function faultOfSentence(words: readonly string[], values: readonly SyntaxNode[]): string | undefined {
  const whole = words.join('x');
  if (/[{}]/.test(whole)) return 'braces in a text';
  if (whole !== whole.trim()) return 'a text begins or ends with a space: it is a part of a sentence';
  for (const value of values) {
    const fault = value.type === 'ObjectExpression' ? faultOfLabel(value) : faultOfPlural(value);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfLabel({ properties }: SyntaxNode): string | undefined {
  const [first, ...more] = nodesIn(properties);
  return !first || more.length > 0 || first.type !== 'Property' ? 'a placeholder needs exactly one name' : undefined;
}

function faultOfPlural(value: SyntaxNode): string | undefined {
  const [amount, forms] = nodesIn(value.arguments);
  if (value.type !== 'CallExpression' || nameOf(value.callee) !== 'plural' || !amount || !forms) {
    return 'a placeholder without a name: write ${{ name: value }}';
  }
  if (amount.type !== 'ObjectExpression') return 'the amount of a plural needs a name';
  const texts = nodesIn(forms.properties).map((form) => form.value);
  if (!texts.every((text) => isNode(text) && typeof text.value === 'string'))
    return 'the forms of a plural are plain strings';
  if (texts.some((text) => /[{}]/.test(nameOf(text)))) return 'braces in a text';
  return faultOfLabel(amount);
}

const functionTypes = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
/** Functions whose result depends on the language of the moment. */
const evaluating = /^(t|textOf|sentences)$/;

/** Whether a string at this place is text for people that does not go through `t` or `msg`. */
function isRaw(node: SyntaxNode, words: readonly string[], parents: readonly SyntaxNode[]): boolean {
  const text = words.join(' ');
  if (!letters.test(text) || /^(https?:|mailto:|data:|[/#.@]|--)|\w:[a-z]|^M\d|^M /.test(text)) return false;
  if (
    parents.slice(0, 4).some(({ type, callee }) => type === 'CallExpression' && /^(t|msg|plural)$/.test(nameOf(callee)))
  )
    return false;
  // Names of things: `pool.${action}`.
  if (words.length > 1 && words.every((part) => /^[a-z.:/-]*$/.test(part))) return false;
  const place = placeOf(node, parents);
  if (place !== 'text') return place === 'unknown' && isSentence(text);
  return words.length > 1 ? /\p{L}{2}/u.test(text) : isLabel(text);
}

/** Whether a node evaluates a text while its module is imported, when the language is not known. */
function isTooEarly({ type, tag, callee }: SyntaxNode, parents: readonly SyntaxNode[]): boolean {
  const called = type === 'TaggedTemplateExpression' ? tag : type === 'CallExpression' ? callee : undefined;
  if (!isNode(called) || called.type !== 'Identifier' || !evaluating.test(nameOf(called))) return false;
  return !parents.some((parent) => functionTypes.test(parent.type));
}

function faultOf(node: SyntaxNode, parents: readonly SyntaxNode[]): string | undefined {
  if (isTooEarly(node, parents)) return 'evaluated at import, in no one’s language: use msg';
  switch (node.type) {
    case 'JSXText':
      return letters.test(String(node.value)) ? 'raw text' : undefined;
    case 'Literal':
      return typeof node.value === 'string' && isRaw(node, [node.value], parents) ? 'raw text' : undefined;
    case 'TemplateLiteral':
      return parents[0]?.type !== 'TaggedTemplateExpression' && isRaw(node, wordsOf(node), parents)
        ? 'raw text'
        : undefined;
    case 'ImportDeclaration':
      return /^\..*language\/text\.ts$/.test(nameOf(node.source)) ? `Lingui knows it as ${textModule}` : undefined;
    case 'TaggedTemplateExpression': {
      if (!/^(t|msg)$/.test(nameOf(node.tag))) return undefined;
      const template = node.quasi as SyntaxNode;
      return faultOfSentence(wordsOf(template), nodesIn(template.expressions));
    }
    default:
      return undefined;
  }
}

const isType = ({ type }: SyntaxNode) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type);

/** Finds the texts of a file that are raw or cannot be translated. */
export function findTextFaults(file: string, source: string): Finding[] {
  if (english.some((files) => files.test(file))) return [];
  const findings: Finding[] = [];
  const visit = (node: SyntaxNode, parents: readonly SyntaxNode[]) => {
    if (isType(node)) return;
    const problem = faultOf(node, parents);
    if (problem) {
      const line = source.slice(0, node.start).split('\n').length;
      findings.push({
        file,
        line,
        problem,
        text: source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 100),
      });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, [node, ...parents]);
  };
  visit(parseSync(file, source).program as unknown as SyntaxNode, []);
  return findings;
}

/** Extracts the texts of files as Lingui does. Reports those that it cannot read, and those that are not ICU MessageFormat. */
export async function extractTexts(files: string[]): Promise<{ ids: Set<string>; faults: string[] }> {
  const { messages, warnings } = await extractMessagesFromFiles(files, {
    macro: { corePackage: [textModule] },
  });
  const faults = messages.flatMap(({ id, message = id, origin }) => {
    try {
      compileMessageOrThrow(message);
      return [];
    } catch (error) {
      return [`${origin?.filename}:${origin?.line} ${error instanceof Error ? error.message : error}: ${message}`];
    }
  });
  return { ids: new Set(messages.map(({ id }) => id)), faults: [...warnings, ...faults] };
}

if (import.meta.main) {
  const files = globSync('{web,contract,server}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
  const findings = files.flatMap((file) => findTextFaults(file, readFileSync(file, 'utf8')));
  for (const { file, line, problem, text } of findings) console.log(`${file}:${line} ${problem}: ${text}`);
  const { ids, faults } = await extractTexts(files);
  for (const fault of faults) console.log(fault);
  console.log(`${ids.size} texts`);
  process.exitCode = findings.length + faults.length === 0 ? 0 : 1;
}
