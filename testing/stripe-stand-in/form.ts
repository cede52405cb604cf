import { invalid } from './refusal.ts';

export type Params = { [name: string]: Param };
export type Param = string | Param[] | Params;

/** Decodes Stripe's form encoding: `a[b]=1`, `a[]=1` and `a[0][b]=1`. */
export function decodeForm(text: string): Params {
  const root: Params = Object.create(null) as Params;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.split('[')[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
    place(root, path, value);
  }
  return arrays(root) as Params;
}

function place(root: Params, path: string[], value: string): void {
  let node = root;
  for (const [index, raw] of path.entries()) {
    const key = raw === '' ? String(Object.keys(node).length) : raw;
    if (index === path.length - 1) node[key] = value;
    else {
      const child = node[key];
      const next = child && typeof child === 'object' ? (child as Params) : (Object.create(null) as Params);
      node[key] = next;
      node = next;
    }
  }
}

/** Objects with the keys 0, 1, 2… are arrays. */
function arrays(value: Param): Param {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([key, child]) => [key, arrays(child)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

export function text(params: Params, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function object(params: Params, name: string): Params {
  const value = params[name];
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function list(params: Params, name: string): string[] {
  const value = params[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** https://docs.stripe.com/metadata#limits */
const metadataLimits = { keys: 50, key: 40, value: 500 };

export function metadata(params: Params): Record<string, string> {
  const entries = Object.entries(object(params, 'metadata')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (entries.length > metadataLimits.keys) throw invalid('Metadata can have at most 50 keys.', 'metadata');
  for (const [key, value] of entries) {
    if (key.length > metadataLimits.key) throw invalid('Metadata keys must be at most 40 characters.', 'metadata');
    if (value.length > metadataLimits.value)
      throw invalid('Metadata values must be at most 500 characters.', `metadata[${key}]`);
  }
  return Object.fromEntries(entries);
}
