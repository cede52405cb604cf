import { list, object, type Params, text } from './form.ts';
import { invalid } from './refusal.ts';

interface Row {
  id: string;
  created?: number;
}

/** One page, newest first, as every list of the v1 API answers it. */
export function page<T extends Row>(url: string, params: Params, rows: T[]) {
  const limit = Number(text(params, 'limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Limit must be between 1 and 100.', 'limit', 'parameter_invalid_integer');
  const newest = rows.filter((row) => isCreatedWithin(row.created ?? 0, params)).reverse();
  const after = text(params, 'starting_after');
  const before = text(params, 'ending_before');
  if (before) {
    const end = indexOf(newest, before, 'ending_before');
    const from = Math.max(0, end - limit);
    return { object: 'list' as const, url, has_more: from > 0, data: newest.slice(from, end) };
  }
  const from = after ? indexOf(newest, after, 'starting_after') + 1 : 0;
  return {
    object: 'list' as const,
    url,
    has_more: newest.length > from + limit,
    data: newest.slice(from, from + limit),
  };
}

function indexOf(rows: Row[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing');
  return index;
}

function isCreatedWithin(created: number, params: Params): boolean {
  const exactly = text(params, 'created');
  if (exactly) return created === Number(exactly);
  const range = object(params, 'created');
  const bound = (name: string) => (text(range, name) === null ? null : Number(text(range, name)));
  const [gt, gte, lt, lte] = [bound('gt'), bound('gte'), bound('lt'), bound('lte')];
  return (
    (gt === null || created > gt) &&
    (gte === null || created >= gte) &&
    (lt === null || created < lt) &&
    (lte === null || created <= lte)
  );
}

/** The paths of `expand`. */
export function expansions(params: Params): string[] {
  return list(params, 'expand');
}
