import { nameOf, type SyntaxNode } from './text-nodes.ts';

/** Texts for operators, developers and banks, which stay English, and legal pages, of which only the English text counts. */
export const english = [
  /^server\/(?:admin|approvals|audit|bookkeeping|demo|doctor|health|mail-preview|operator|transparency)\//,
  /^server\/(?:cli|main|rotate-secret|start-faults|web-processes|migrate-unless|finish-restore)/,
  /^server\/platform\/(?:backup|concurrency|config|data|jobs|limits|live|network|observability|operator|postgres|redis|relay)\//,
  /^server\/platform\/(?:serve|http\/(?:http|refused-connections|api-docs|openapi))\.ts$/,
  /^server\/money\/(?:problems|processors)\//,
  /^server\/money\/stripe\/(?:refunds|refusal-codes|self-test|test-destinations|webhooks)\.ts$/,
  /^server\/money\/sandbox\/(?:deliver-event|read-webhook)\.ts$/,
  /^server\/money\/payouts\/(?:refresh-payout-account|reverse-payout|describe-transfer)\.ts$/,
  /^server\/(?:(?:legal|moderation)\/list-exports|sharing\/sitemap-routes)\.ts$/,
  /^contract\/programs\/event-/,
  // What people of the samples and the demo wrote, and texts that are stored.
  /^server\/.*(?:\/samples\/|mail-samples|sample-news|demo-accounts|\.sql\.ts$)/,
  /^contract\/(?:calls\/|endpoint|limits|language\/languages)/,
  /^web\/(?:service-worker|shared-document)/,
  // In the language that it offers.
  /^web\/shell\/offer-language/,
  /^web\/pages\/(?:terms-of-service|privacy-policy|cookie-policy|ccpa|copyright|creator-agreement|trademark-policy|usc-2257)-page\.tsx$/,
];

/** Attributes and properties that hold text for people. */
const textNames =
  /^(label|title|alt|placeholder|text|note|hint|description|heading|caption|legend|question|action|cancel|confirm|failed|empty|subject|body|lead|subtitle|help|explanation|detail|reason|message|words|aria-label|aria-description|aria-roledescription|aria-valuetext|ariaLabel)$/;
/** Attributes and properties that hold none. `summary` documents a call of the API; the browser has an element of that name. */
const codeNames =
  /^(className|id|href|to|type|value|d|viewBox|key|role|rel|target|src|srcSet|sizes|variant|size|tone|autoComplete|inputMode|pattern|media|method|encType|fill|stroke|style|htmlFor|lang|dir|kind|topic|accept|for|slot|points|vary|user-agent|aria-keyshortcuts|transform|align|side|field|path|color|font|fontFamily|area|template|columns|content-type|sql|query|operationId|summary|data-.*)$/;
/** Calls whose strings are for developers or for machines. */
const codeCalls =
  /(^|\.)(error|warn|info|debug|log|trace|fatal|logFailure|RegExp|includes|indexOf|startsWith|endsWith|split|join|replace|replaceAll|test|exec|querySelector|querySelectorAll|getElementById|setAttribute|getAttribute|addEventListener|removeEventListener|require|URL|has|get|set|append|header|match|closest|count|sql|raw|query|assert|verbatim|describe|it|expect|fetch|matchMedia|supports|createElement|dispatchEvent|counter|gauge|histogram)$/;
const letters = /\p{L}/u;

const severalWords = /\p{L}\S*\s+\S*\p{L}/u;

/** Starts like a sentence and has several words. */
const isSentence = (text: string) =>
  /^[\p{Lu}“‘"]/u.test(text.trim()) &&
  severalWords.test(text) &&
  /\p{Ll}/u.test(text) &&
  !/[{}<>=]|^\w+:\s\w+;|^[\w-]+-\w+, /.test(text);
/** A word or more that begins with a capital letter. */
const isLabel = (text: string) =>
  /^[\p{Lu}“‘]/u.test(text.trim()) && /\p{Ll}/u.test(text) && !/^[A-Z]\w*[A-Z]\w*$|[{}<>]/.test(text);

/** `child`: shown as it is, in an element. `attribute` and `text`: named like text for people. */
type Place = 'code' | 'child' | 'attribute' | 'text' | 'unknown';

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

function isCodeCall({ type, callee }: SyntaxNode): boolean {
  const name = nameOf(callee);
  if (type === 'NewExpression') return /(?:Error|Exception|Fault|URL|RegExp)$/.test(name);
  return name === '' || codeCalls.test(name);
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
      return 'child';
    case 'JSXAttribute':
      return byName(nameOf(parent.name)) === 'text' ? 'attribute' : byName(nameOf(parent.name));
    case 'Property':
      return parent.key === child ? 'code' : byName(nameOf(parent.key));
    case 'NewExpression':
    case 'CallExpression':
      return isCodeCall(parent) ? 'code' : 'unknown';
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

/** Whether a string at this place is text for people that does not go through `t` or `msg`. */
export function isRaw(node: SyntaxNode, words: readonly string[], parents: readonly SyntaxNode[]): boolean {
  const text = words.join(' ');
  if (!letters.test(text) || /^(https?:|mailto:|data:|[/#.@]|--)|\w:[a-z]|^M\d|^M /.test(text)) return false;
  if (
    parents.slice(0, 4).some(({ type, callee }) => type === 'CallExpression' && /^(t|msg|plural)$/.test(nameOf(callee)))
  )
    return false;
  // Names of things: `pool.${action}`.
  if (words.length > 1 && words.every((part) => /^[a-z.:/-]*$/.test(part))) return false;
  switch (placeOf(node, parents)) {
    case 'child':
      return /\p{L}{2}/u.test(text);
    case 'attribute':
      return isLabel(text) || (words.length > 1 ? /\p{L}{2}/u : severalWords).test(text);
    case 'text':
      return words.length > 1 ? /\p{L}{2}/u.test(text) : isLabel(text);
    case 'unknown':
      return isSentence(text.replace(/<[^>]*>/g, ' '));
    default:
      return false;
  }
}
