/** A node of the syntax tree that Vite's parser returns (ESTree). */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
export const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
export const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value ?? (isNode(node.property) ? nameOf(node.property) : '')) : '';

/** The words of a template without its values. */
export const wordsOf = (template: SyntaxNode) =>
  nodesIn(template.quasis).map((quasi) => String((quasi.value as { cooked: string | null }).cooked));
