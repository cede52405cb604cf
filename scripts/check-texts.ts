import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { extractTexts, sourceFiles, textModule } from './language/extract-texts.ts';
import { readTemplateFile, templateNames, templateOf } from './language/po-files.ts';
import { english, isRaw } from './raw-texts.ts';
import { faultOfContext, faultOfSentence, faultOfTags } from './sentence-faults.ts';
import { isNode, nameOf, nodesIn, type SyntaxNode, wordsOf } from './text-nodes.ts';

/**
 * Every text for people goes through contract/language/text.ts, so that it can be translated (docs/decisions/0089). This check finds raw
 * text, and texts that Lingui could not extract or a translator could not use. It guesses what is text for people by its shape and place.
 */

export interface Finding {
  file: string;
  line: number;
  problem: string;
  text: string;
}

const functionTypes = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
/** Functions whose result depends on the language of the moment. */
const evaluating = /^(t|textOf|sentences|appError)$/;

/** Whether a function runs at once: it is called directly, or by a method of a list. */
const runsAtOnce = (fn: SyntaxNode, parent: SyntaxNode | undefined) =>
  parent?.type === 'CallExpression' &&
  (parent.callee === fn || /^(?:map|flatMap|filter|reduce|from)$/.test(nameOf(parent.callee)));

/** Whether a node evaluates a text while its module is imported, when the language is not known. */
function isTooEarly({ type, tag, callee }: SyntaxNode, parents: readonly SyntaxNode[]): boolean {
  const called = type === 'TaggedTemplateExpression' ? tag : type === 'CallExpression' ? callee : undefined;
  if (!isNode(called) || called.type !== 'Identifier' || !evaluating.test(nameOf(called))) return false;
  return !parents.some((parent, index) => functionTypes.test(parent.type) && !runsAtOnce(parent, parents[index + 1]));
}

/** Lingui reads a text only if it knows the functions by their names and their module. */
function faultOfImport({ type, source, imported, local }: SyntaxNode): string | undefined {
  if (type === 'ImportDeclaration') {
    return /^\..*language\/text\.ts$/.test(nameOf(source)) ? `Lingui knows it as ${textModule}` : undefined;
  }
  const isOther = /^(?:t|msg|plural)$/.test(nameOf(imported)) && nameOf(imported) !== nameOf(local);
  return isOther ? 'Lingui knows only the original name' : undefined;
}

/** A text that is put into a template as it is. */
const isEvaluated = ({ tag, callee }: SyntaxNode) => /^(?:t|textOf|sentences)$/.test(nameOf(tag ?? callee));

const isText = (called: unknown) => /^(?:t|msg)$/.test(nameOf(called));

const letters = /\p{L}/u;

/** The checks of each kind of node. */
const checks: Record<string, (node: SyntaxNode, parents: readonly SyntaxNode[]) => string | undefined> = {
  ImportDeclaration: faultOfImport,
  ImportSpecifier: faultOfImport,
  JSXText: ({ value }) => (letters.test(String(value)) ? 'raw text' : undefined),
  Literal: (node, parents) =>
    typeof node.value === 'string' && isRaw(node, [node.value], parents) ? 'raw text' : undefined,
  TemplateLiteral(node, parents) {
    if (parents[0]?.type === 'TaggedTemplateExpression') return undefined;
    if (isRaw(node, wordsOf(node), parents)) return 'raw text';
    const isHtml = wordsOf(node).some((part) => /<\/?\w/.test(part));
    return isHtml && nodesIn(node.expressions).some(isEvaluated) ? 'a text in HTML is not escaped' : undefined;
  },
  TaggedTemplateExpression({ tag, quasi }) {
    const template = quasi as SyntaxNode;
    return isText(tag) ? faultOfSentence(wordsOf(template), nodesIn(template.expressions)) : undefined;
  },
  CallExpression: (node) => (isText(node.callee) ? faultOfContext(node) : undefined),
  JSXOpeningElement: (node) => (nameOf(node.name) === 'RichText' ? faultOfTags(node) : undefined),
};

const faultOf = (node: SyntaxNode, parents: readonly SyntaxNode[]) =>
  isTooEarly(node, parents) ? 'evaluated at import, in no one’s language: use msg' : checks[node.type]?.(node, parents);

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

if (import.meta.main) {
  const files = sourceFiles();
  const findings = files.flatMap((file) => findTextFaults(file, readFileSync(file, 'utf8')));
  for (const { file, line, problem, text } of findings) console.log(`${file}:${line} ${problem}: ${text}`);
  const { texts, faults } = extractTexts(files);
  for (const fault of faults) console.log(fault);
  const isCurrent = templateNames.every((name) => readTemplateFile(name) === templateOf(name, texts));
  if (!isCurrent) console.log('The files for translators do not have the texts of the source: run npm run texts');
  console.log(`${texts.length} texts`);
  process.exitCode = findings.length + faults.length === 0 && isCurrent ? 0 : 1;
}
