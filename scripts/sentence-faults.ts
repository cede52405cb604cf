// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages about templates
import { isNode, nameOf, nodesIn, type SyntaxNode, wordsOf } from './text-nodes.ts';

/** Why a translator could not use a sentence; undefined if it is fine. */
export function faultOfSentence(words: readonly string[], values: readonly SyntaxNode[]): string | undefined {
  const whole = words.join('x');
  if (/[{}]/.test(whole)) return 'braces in a text';
  if (whole !== whole.trim()) return 'a text begins or ends with a space: it is a part of a sentence';
  for (const value of values) {
    const fault = value.type === 'ObjectExpression' ? faultOfLabel(value) : faultOfPlural(value);
    if (fault) return fault;
  }
  const labels = new Set(values.map((value) => JSON.stringify(labelOf(value))));
  return new Set(values.map((value) => labelOf(value).name)).size < labels.size
    ? 'two placeholders have the same name'
    : undefined;
}

/** The name of a placeholder or a count with its value, without the position in the file. */
function labelOf(value: SyntaxNode): { name: string; value: string } {
  const label = value.type === 'ObjectExpression' ? value : nodesIn(value.arguments)[0];
  const [first] = nodesIn(label?.properties);
  const isPosition = (key: string) => key === 'start' || key === 'end' || key === 'range';
  return {
    name: nameOf(first?.key),
    value: JSON.stringify(first?.value, (key, part) => (isPosition(key) ? undefined : part)),
  };
}

function faultOfLabel({ properties }: SyntaxNode): string | undefined {
  const [first, ...more] = nodesIn(properties);
  const isNamed = first?.type === 'Property' && isNode(first.key) && first.key.type === 'Identifier' && !first.computed;
  return !isNamed || more.length > 0 ? 'a placeholder needs exactly one name, without quotes' : undefined;
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

/** A text with a context is `{ message, context }`, whose message Lingui takes as it is. */
export function faultOfContext(call: SyntaxNode): string | undefined {
  const [description] = nodesIn(call.arguments);
  const message = nodesIn(description?.properties).find(({ key }) => nameOf(key) === 'message')?.value;
  if (!isNode(message)) return undefined;
  return message.type === 'Literal' ? faultOfSentence([nameOf(message)], []) : 'a text with a context has no values';
}

const tagsIn = (text: string) => [...text.matchAll(/<(\w+)(?:>(?=.*<\/\1>)|\/>)/gs)].map(([, name]) => name);

/** Compares the tags of a RichText with the names in its sentences, as far as both are written in place. */
export function faultOfTags(element: SyntaxNode): string | undefined {
  const attribute = (name: string) =>
    nodesIn(element.attributes).find((each) => nameOf(each.name) === name)?.value as SyntaxNode | undefined;
  const tags = attribute('tags')?.expression;
  if (!isNode(tags) || tags.type !== 'ObjectExpression') return undefined;
  const names = nodesIn(tags.properties).map(({ key }) => nameOf(key));
  const sentences = templatesIn(attribute('text'));
  const used = sentences.flatMap(({ quasi, forms }) => tagsIn([...wordsOf(quasi), ...forms].join(' ')));
  const opened = sentences.flatMap(({ quasi, forms }) => [
    ...[...wordsOf(quasi), ...forms].join(' ').matchAll(/<(\w+)/g),
  ]);
  if (sentences.length === 0) return undefined;
  const isSame = used.length === opened.length && used.every((name) => names.includes(name ?? ''));
  return isSame && names.every((name) => used.includes(name)) ? undefined : 'the tags are not those of the sentence';
}

/** The messages below a node, each with the forms of its plurals. */
function templatesIn(node: unknown): { quasi: SyntaxNode; forms: string[] }[] {
  if (!isNode(node)) return [];
  if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'msg') {
    const quasi = node.quasi as SyntaxNode;
    const plurals = nodesIn(quasi.expressions).filter(({ type }) => type === 'CallExpression');
    const forms = plurals.flatMap((plural) => nodesIn(nodesIn(plural.arguments)[1]?.properties));
    return [{ quasi, forms: forms.map(({ value }) => nameOf(value)) }];
  }
  return Object.values(node).flat().flatMap(templatesIn);
}
