import { invalid } from './refusal.ts';
import type { AnyRule } from './v2-parameters.ts';

/** Refuses unknown, missing and wrong parameters of a call of the v2 API. Its bodies are JSON; its queries are text. */
export function checkV2(value: unknown, fields: { [name: string]: AnyRule }, path = ''): void {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid(`Invalid object: ${path}`, path);
  for (const [name, child] of Object.entries(value)) {
    const full = under(path, name);
    const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (rule === undefined) throw invalid(`Received unknown parameter: ${full}`, full, 'parameter_unknown');
    checkValue(child, isNeeded(rule) ? rule.needed : rule, full);
  }
  for (const [name, rule] of Object.entries(fields))
    if (isNeeded(rule) && !(name in value))
      throw invalid(`Missing required param: ${under(path, name)}.`, under(path, name), 'parameter_missing');
}

function checkValue(value: unknown, rule: AnyRule, path: string): void {
  if (typeof rule === 'string') checkScalar(value, rule, path);
  else if (isWords(rule)) {
    if (typeof value !== 'string' || !rule.includes(value))
      throw invalid(`Invalid ${path}: must be one of ${rule.join(', ')}`, path);
  } else if (!('each' in rule)) checkV2(value, rule as { [name: string]: AnyRule }, path);
  else if (!Array.isArray(value)) throw invalid(`Invalid array: ${path}`, path);
  else for (const item of value) checkValue(item, rule.each as AnyRule, path);
}

function checkScalar(value: unknown, rule: string, path: string): void {
  const fits =
    rule === 'boolean'
      ? typeof value === 'boolean'
      : rule === 'number'
        ? /^\d+$/.test(String(value))
        : rule === 'map'
          ? typeof value === 'object' && Object.values(value ?? {}).every((each) => typeof each === 'string')
          : typeof value === 'string';
  if (!fits) throw invalid(`Invalid ${rule}: ${path}`, path);
}

const isWords = (rule: AnyRule): rule is readonly string[] => Array.isArray(rule);
const isNeeded = (rule: AnyRule): rule is { needed: AnyRule } => typeof rule === 'object' && 'needed' in rule;

function under(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}
