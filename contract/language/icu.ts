import { isPlural, type Message, type Part, type Value } from './text.ts';

/** The message in ICU MessageFormat, as Lingui extracts it from the source. */
export function icuOf({ sentence, parts }: Message): string {
  return sentence.reduce((text, after, index) => `${text}${partInIcu(parts[index - 1])}${after}`);
}

function partInIcu(part: Part | undefined): string {
  if (!part) return '';
  if (!isPlural(part)) return `{${Object.keys(part)[0]}}`;
  const forms = Object.entries(part.forms).map(([form, text]) => `${form === '0' ? '=0' : form} {${text}}`);
  return `{${part.name}, plural, ${forms.join(' ')}}`;
}

/** The values of the placeholders by name. */
export function valuesOf(parts: readonly Part[]): Record<string, Value> {
  return Object.fromEntries(
    parts.flatMap((part) => (isPlural(part) ? [[part.name, part.amount]] : Object.entries(part))),
  );
}
