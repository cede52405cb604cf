import type { Mention } from '#contract/chat.ts';

/** An @ and what it may mean: texts after it in lower case, each with its length. */
interface Candidate {
  start: number;
  names: { name: string; length: number }[];
}

const mentionsAtMost = 20;
const wordsAtMost = 5;
const nameAtMost = 50;
const at = /(?<![\p{L}\p{N}_@])@(?=[\p{L}\p{N}_-])/gu;
const username = /^[A-Za-z0-9_-]{1,20}(?![\p{L}\p{N}_-])/u;
const ending = /[^\p{L}\p{N}]+$/u;

/** Every @ of a text with all names it may be followed by, of one word and of several. */
export function candidatesOf(text: string): Candidate[] {
  return [...text.matchAll(at)].slice(0, mentionsAtMost).map(({ index }) => {
    const rest = text.slice(index + 1, index + 1 + nameAtMost);
    const line = rest.split(/[\n@]/, 1)[0] ?? '';
    const names = new Map<string, number>();
    const add = (name: string) => {
      if (name !== '') names.set(name.toLowerCase(), name.length);
    };
    const single = username.exec(line)?.[0] ?? '';
    add(single);
    add(single.replace(/[_-]+$/, ''));
    const words = line.split(' ').slice(0, wordsAtMost);
    words.forEach((_word, last) => {
      const several = words.slice(0, last + 1).join(' ');
      add(several.trimEnd());
      add(several.replace(ending, ''));
    });
    return { start: index, names: [...names].map(([name, length]) => ({ name, length })) };
  });
}

export interface Known {
  /** In lower case. */
  name: string;
  userId: string;
  username: string;
}

/** Who is meant: of the names that somebody has, the longest. */
export function mentionsOf(candidates: readonly Candidate[], people: readonly Known[]): Mention[] {
  const byName = new Map(people.map((person) => [person.name, person]));
  return candidates.flatMap(({ start, names }) => {
    const [best] = names.filter(({ name }) => byName.has(name)).sort((a, b) => b.length - a.length);
    const person = best && byName.get(best.name);
    return person ? [{ userId: person.userId, username: person.username, start, length: best.length + 1 }] : [];
  });
}
