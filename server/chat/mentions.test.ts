import { expect, it } from 'vitest';
import { candidatesOf, mentionsOf, type NamedPerson } from './mentions.ts';

const who = (name: string, userId: string, rank: number): NamedPerson => ({
  name,
  userId,
  username: `user${userId}`,
  rank,
});

const people = [
  who('mia', '1', 1),
  who('mia chen', '2', 3),
  who('sam-o', '3', 1),
  who('zoë', '4', 3),
  who('dr. o’neil (band)', '5', 2),
  who('wham!', '6', 3),
  who('🎸 joe', '7', 3),
  who('lena park', '8', 3),
  who('lena park', '9', 3),
  who('lena', '10', 1),
  who('kim', '11', 2),
  who('kim', '12', 3),
  who('jo', '13', 2),
  who('jo', '14', 2),
  who('sam @ home', '15', 3),
  who('home', '16', 1),
  who('one two three four five six seven', '17', 3),
];

/** Finds mentions with the same case-insensitive lookup as the database. */
function mentionsIn(text: string) {
  const candidates = candidatesOf(text);
  const names = new Set(candidates.flatMap((candidate) => candidate.names));
  const persons = [...names].flatMap((spelled) =>
    people.filter(({ name }) => name === spelled.toLowerCase()).map((person) => ({ ...person, name: spelled })),
  );
  return mentionsOf(candidates, persons).map(({ userId, start, length }) => [
    userId,
    text.slice(start, start + length),
  ]);
}

it.each<[string, string, string[][]]>([
  ['finds a username', '@mia hello', [['1', '@mia']]],
  ['ignores the case of letters', 'Hey @MIA, hello', [['1', '@MIA']]],
  ['stops before an apostrophe', "(@mia's song)", [['1', '@mia']]],
  ['prefers the longest name', '@Mia Chen sings', [['2', '@Mia Chen']]],
  ['finds a display name of several words before a question mark', 'is it @mia chen?', [['2', '@mia chen']]],
  ['finds names of seven words', '@One two three four five six seven!', [['17', '@One two three four five six seven']]],
  [
    'leaves out punctuation after a name',
    '@sam-o- and @zoë!',
    [
      ['3', '@sam-o'],
      ['4', '@zoë'],
    ],
  ],
  ['finds names with punctuation', 'By @Dr. O’Neil (Band).', [['5', '@Dr. O’Neil (Band)']]],
  ['finds names that end in punctuation', '@Wham!!! again', [['6', '@Wham!']]],
  ['finds names that begin with an emoji', '@🎸 Joe plays', [['7', '@🎸 Joe']]],
  ['finds names that hold an @, once', '@Sam @ home', [['15', '@Sam @ home']]],
  ['prefers a member of the room to a stranger of the same name', '@Kim?', [['11', '@Kim']]],
  ['leaves a name of two members as text', '@Jo?', []],
  ['leaves a name of two strangers as text, even if its first word is a username', '@Lena Park', []],
  ['leaves addresses alone', 'mail me: x@mia', []],
  ['leaves two @ alone', '@@mia', []],
  ['finds no name within a longer word', '@miami @mia_fan @mia-fan', []],
  ['needs the name right after the @', '@ mia', []],
  ['ends a name with its line', '@mia\nchen', [['1', '@mia']]],
  ['mentions no one in a link', 'https://www.youtube.com/@mia/videos', []],
  ['mentions no one in a link with a query', 'https://example.org/?by=@mia&of=@kim#@home', []],
  ['mentions no one in a link without a scheme', 'www.youtube.com/@mia, youtu.be/@mia, (localhost:3000/@mia)', []],
  ['mentions no one in a link in brackets', '[her page](https://youtube.com/@mia)', []],
  ['mentions no one in a link with credentials', 'https://x:@mia:1/ ftp://a:b.@mia/', []],
  ['mentions no one in a path', 'see /@mia', []],
  ['mentions no one in an address', "x+@mia.example o'neil.@mia.example mailto:@mia", []],
  ['mentions no one in an address of the fediverse', '@mia@social.example', []],
  ['mentions no one in a domain', '@mia.example.org', []],
  [
    'finds people around links',
    '@mia: https://x.example/@kim @kim',
    [
      ['1', '@mia'],
      ['11', '@kim'],
    ],
  ],
  ['finds people after full-width punctuation that ends a link', 'https://x.example/@home、@mia', [['1', '@mia']]],
  ['finds a name before a link', '@mia chen https://x.example', [['2', '@mia chen']]],
  ['finds a name before the end of a sentence', 'Thanks, @mia.See you', [['1', '@mia']]],
  [
    'finds people with a slash between them',
    '@mia/@kim',
    [
      ['1', '@mia'],
      ['11', '@kim'],
    ],
  ],
])('%s: %j', (_title, text, expected) => {
  expect(mentionsIn(text)).toEqual(expected);
});

it('looks up a bounded number of names, whatever is typed', () => {
  for (const text of [
    '@mia '.repeat(400),
    '@!?!?!?!?!?!?'.repeat(150),
    `@${'a '.repeat(900)}`,
    'a.'.repeat(999),
    'a-'.repeat(999),
  ]) {
    const candidates = candidatesOf(text);
    expect(candidates.length).toBeLessThanOrEqual(20);
    for (const { names } of candidates) {
      expect(names.length).toBeLessThanOrEqual(25);
      for (const name of names) expect(name.length).toBeLessThanOrEqual(50);
    }
  }
});
