import { grouped } from '#contract/language/grouped.ts';

/** A count with its noun, for the texts that stay English, such as those for operators: "1 day", "1,204 days". */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(amount)} ${amount === 1 ? noun : plural}`;
}
