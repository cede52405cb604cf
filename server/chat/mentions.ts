import type { Mention } from '#contract/chat/chat.ts';
import { limits } from '#contract/limits.ts';

/** An @ and every name that the text after it may spell. */
interface Candidate {
  start: number;
  names: string[];
}

const maxMentions = 20;
/** Ordinary text has at most this many possible ends of a name within 50 characters; only runs of punctuation have more. */
const maxNames = 25;
/**
 * Links, with or without a scheme, paths and addresses, including those of the fediverse (@mia@example.org). The @ in them names an account
 * of another site. A link ends where the screen ends it: at a space, a quotation mark or full-width punctuation.
 */
const elsewhere = new RegExp(
  [
    String.raw`(?:[a-z][a-z\d+.-]*:\/\/|\b(?:mailto|xmpp|acct):|\bwww\.)[^\s<>"\u3000-\u301f\uff00-\uff65]+`,
    String.raw`(?<![\p{L}\p{N}@._-])(?:localhost|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})(?::\d{1,5})?[/?#][^\s<>"\u3000-\u301f\uff00-\uff65]+`,
    String.raw`(?<![^\s([{"“])\/[^\s<>"\u3000-\u301f\uff00-\uff65]+`,
    String.raw`(?<![\p{L}\p{N}._%+'-])@?[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}`,
  ].join('|'),
  'giu',
);
/** Skips an @ within a word. */
const at = /(?<![\p{L}\p{N}_@])@(?=[^\s@])/gu;
/** A name ends after a visible character, never within a word, a username such as "sam-o", a domain, or an emoji of several parts. */
const nameEnd = /(?<=\S)(?![\p{L}\p{N}\p{M}]|\u200d|\ufe0f|[_-]+[\p{L}\p{N}]|\.[\p{Ll}\p{N}])/gu;

/** Every @ of a text with the names that may follow it, the shortest first. A name stays on its line and ends before a link. */
export function candidatesOf(text: string): Candidate[] {
  const words = text.replace(elsewhere, (link) => '\n'.repeat(link.length));
  return [...words.matchAll(at)].slice(0, maxMentions).map(({ index }) => {
    const [line = ''] = words.slice(index + 1).split('\n', 1);
    const ends = [...line.slice(0, limits.displayNameMax + 1).matchAll(nameEnd)]
      .map((end) => end.index)
      .filter((end) => end <= limits.displayNameMax);
    return { start: index, names: ends.slice(0, maxNames).map((end) => line.slice(0, end)) };
  });
}

/** A person with a username or display name that the text may mean. */
export interface NamedPerson {
  /** The name as the text spells it. */
  name: string;
  userId: string;
  username: string;
  /** 1: it is their username. 2: the name of the pool's creator. 3: the display name of a member of the room. 4: of anyone else. */
  rank: number;
}

/**
 * Returns the one person that a name means, or undefined if it is ambiguous. A username beats a display name, the pool's creator beats a
 * member of the room, and a member beats a stranger.
 */
function personOf(people: readonly NamedPerson[]): NamedPerson | undefined {
  const best = Math.min(...people.map(({ rank }) => rank));
  const [person, another] = people.filter(({ rank }) => rank === best);
  return another ? undefined : person;
}

/** Finds the mentions in a text. The longest name counts. A name that means several people equally stays plain text. */
export function mentionsOf(candidates: readonly Candidate[], people: readonly NamedPerson[]): Mention[] {
  const byName = Map.groupBy(people, ({ name }) => name);
  const mentions: Mention[] = [];
  let end = 0;
  for (const { start, names } of candidates) {
    const name = names.findLast((spelled) => byName.has(spelled));
    const person = name === undefined ? undefined : personOf(byName.get(name) ?? []);
    // An @ within a name that was just found is part of that name.
    if (name === undefined || !person || start < end) continue;
    end = start + 1 + name.length;
    mentions.push({ userId: person.userId, username: person.username, start, length: end - start });
  }
  return mentions;
}
