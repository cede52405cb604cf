import { foldText } from '#contract/values/fold-text.ts';

/** The number of characters before the found word. A row of the list shows about forty. */
const before = 16;

/** The text from shortly before the first typed word on, so that a row of one line shows the word. */
export function excerptAround(text: string, q: string): string {
  const line = text.replace(/\s+/g, ' ');
  const words = foldText(q).split(/\s+/).filter(Boolean);
  // Folding may change the length, so it runs per character.
  const folded = [...line].map(foldText);
  const whole = folded.join('');
  const found = Math.min(...words.map((word) => whole.indexOf(word)).filter((at) => at >= 0));
  if (!Number.isFinite(found) || found <= before) return line;
  let index = 0;
  for (let passed = 0; passed + (folded[index]?.length ?? 1) <= found - before; index += 1) {
    passed += folded[index]?.length ?? 1;
  }
  const rest = [...line].slice(index).join('');
  const space = rest.indexOf(' ');
  return `…${space >= 0 && space < before ? rest.slice(space + 1) : rest}`;
}
