import { globSync, readFileSync } from 'node:fs';

/** Phrases that confuse readers, each with its replacement. Matched regardless of case, as whole words, within one line. */
const phrases: readonly [phrase: string, instead: string][] = [
  ['whoever|whomever|whom', 'name the actor: the fan, the caller, the visitor'],
  ['somebody', 'someone, or name the actor'],
  ['nobody', 'no one, or say what happens instead'],
  ['everybody', 'everyone'],
  ['anybody', 'anyone'],
  ['anew', 'again'],
  ['mend|mends|mended', 'fix'],
  ['e-mails?', 'email'],
  ['as ever', 'as usual'],
  ['on show', 'visible'],
  ['all the same', 'anyway'],
  ['by (?:itself|himself|herself|themselves)', 'automatically, or name the actor'],
  ['of (?:our|its|their|your|his) own', 'our own …, a separate …'],
  ['of (?:ours|theirs|mine|yours)', 'our …, their …'],
  ['(?:tell|tells|told|telling) of', 'notify about, report'],
  ['knows? of', 'has, stores, knows about'],
  ['says? of (?:it|itself|them|themselves)', 'name what the page or the caller reports'],
  ['stands? (?:here|there|at|above|among|before|below|beside)', 'is, appears'],
  ['(?:as|how) (?:it|they|things) stands?', 'in its current state'],
  ['came to nothing|comes? to nothing', 'was not funded, failed, expired'],
  ['(?:become|becomes|became) of', 'happens to, happened to'],
  ['for good(?! reason)', 'permanently'],
  ['for as long as', 'while'],
  ['goes? by', 'is named, is sent through'],
  ['by hand', 'manually'],
  ['by way of', 'through'],
  ['before (?:my|your|their|her|his) eyes', 'on screen'],
  ['(?:pay|pays|paid) (?:\\w+ )?back', 'refund'],
  ['twice as (?:well as )?once', 'repeating the call is harmless'],
  // After "= " it is SQL: "set ended = true where …".
  ['(?<!= )(?:undefined|null|empty|false|true|nothing|none) where', '… if, … when'],
  ['in words', 'as text'],
  ['in any (?:letter )?case', 'regardless of case, or say under which condition'],
  // At the end of a sentence. "Meanwhile, …" at the start is fine.
  ['meanwhile(?=[.;](?: |$)| \\*/)', 'in the meantime, since, until then'],
  ['room left', 'space left'],
  ['more room', 'more space'],
  ['before collecting', 'until the pool starts collecting'],
  ['claims? of (?:the|a|this) (?:pool|profile)', 'claim to'],
  ['answer (?:the|a|this) pool', 'accept or decline, take on, respond to'],
  ['(?:a|each|every|one|second) mail(?! (?:server|header|program))', 'email'],
  ['fault\\$\\{', '… is invalid, … are invalid'],
  ['be it', 'whether'],
  ['(?:is|are|was|were) to be', 'must be, should be'],
  ['for company', 'name what it waits for'],
  ['(?:has|have|had) the last word', 'decides'],
  ['leaves? the house', 'leaves the server'],
  ['shown round', 'displayed as a circle'],
  ['decided for (?:us|the (?:fan|creator))', 'decided in our favor, decided in favor of …'],
  ["on (?:your|their|the creator['’]s) balance", 'in … balance'],
  ['known holes?', 'known vulnerabilities'],
  ['asked of', 'requested from'],
  ['nothing of this', 'this … has not been …, no part of this'],
  ['speaks? against', 'blocks, prevents'],
  // The status code `cancelled` keeps its spelling.
  ['(?:is|are|be|been|were|pool|pledge|charge) cancelled', 'canceled'],
  ['(?:links?|codes?|sessions?|tokens?) (?:has|have) run out', 'has expired'],
  // A clause as a subject, at the start of a comment or within it. Questions are fine.
  [
    '(?<=(?:/\\*\\*|//|^ *\\*|[.;]) )wh(?:o|at) (?:is|are|was|were|has|had|does|did|comes|came)(?![^?]*\\?)',
    'subject, verb, object',
  ],
  // "/** What watchers receive. */" describes a thing that has a name.
  ['(?<=/\\*\\* )what(?![^?]*\\?)', 'name the thing: the payload, the result, the effect'],
  ["(?<=summary: ')(?:get|list|read|return) (?:what|where|how)", 'name the result'],
  ['(?:the|their|our|its|all|these|those|other|single|separate) mails', 'emails'],
];

const flagged = phrases.map(([phrase, instead]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${phrase})(?![\\w-])`, 'gi'),
  instead,
}));

/** Each flagged phrase of a text as "line: phrase → replacement". */
export function findPhrases(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      flagged.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)].map(([phrase]) => `${index + 1}: "${phrase}" → ${instead}`),
      ),
    );
}

/** Files with texts for people: pages, notices, emails and errors. Commands, settings and the log are for terminals. */
const forPeople =
  /^(?:web|contract|server)\/(?!doctor|cli|platform\/(?!http))(?!.*(?:\.test\.ts|\.sql\.ts|\/check-[\w-]+\.ts)$).*\.tsx?$/;
const straight = /["`](?:[^"`]*[^"`\w$])?[A-Za-z]+'(?:s|t|re|ll|ve|d|m)\b/;
const forTerminals = /^ *(?:\/?\*|\/\/)|\/\*\*|log\.|summary|sql`|tx`|Error\(|name: "|description|ignored a state/;

/** Straight apostrophes in texts for people, as "line: the text". */
export function findStraightQuotes(path: string, text: string): string[] {
  if (!forPeople.test(path)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      straight.test(line) && !forTerminals.test(line) ? [`${index + 1}: ${line.trim()} → ’ instead of '`] : [],
    );
}

interface PrivateName {
  name: RegExp;
  instead: string;
  /** Files that still use it. Delete a file from the list when it no longer does. */
  still?: RegExp;
}

/** Private parts of libraries. A minor release may rename them, so sources use public interfaces. */
export const privateNames: readonly PrivateName[] = [
  { name: /__react[A-Z]\w+/, instead: 'an event that React answers (web/early-clicks.ts)' },
  { name: /(?<=["'`])_R_/, instead: 'identifierPrefix, for ids of useId' },
  { name: /lucide-react\/dist/, instead: "import { Icon } from 'lucide-react'" },
  { name: /preload-helper/, instead: "Vite's own helper, unchanged" },
  { name: /wsPreEncodedFrame/, instead: "socket.io's rooms and adapter" },
  { name: /\bwriteBuffer\b/, instead: 'the events packetCreate and flush of engine.io' },
  { name: /Max payload size exceeded/, instead: 'the close code 1009' },
  {
    name: /extends S3Store/,
    instead: 'its public methods',
    still: /^server\/media\/uploads\/multipart-store\.ts$/,
  },
  {
    name: /(?<!')\bpgboss\.\w+/,
    instead: "pg-boss's API",
    still:
      /^(?:bench|e2e|testing)\/|\.int\.test\.ts$|^server\/(?:demo\/demo-record\.sql|health\/health\.sql|platform\/backup\/dump-database|platform\/jobs\/(?:copy-jobs|job-rows\.sql|jobs)|pledges\/check-pledges)\.ts$/,
  },
];

/** The private names in a source file, as "line: name → what to use instead". */
export function findPrivateNames(path: string, text: string): string[] {
  if (!/\.(?:tsx?|mjs)$/.test(path)) return [];
  const forbidden = privateNames.filter(({ still }) => !still?.test(path));
  return text.split('\n').flatMap((line, index) =>
    forbidden.flatMap(({ name, instead }) => {
      const [match] = name.exec(line) ?? [];
      return match ? [`${index + 1}: ${match} is private → ${instead}`] : [];
    }),
  );
}

/** This table and its test name the phrases themselves. The translators’ glossary names words of other languages, such as “E-Mail”. */
const skipped =
  /^(?:\.git|node_modules|dist|data|shots|coverage|test-results|package-lock\.json|migrations\/schema\.sql|scripts\/check-phrases.*|locales|scripts\/schemas.*|site\/(?:node_modules|pages|dist))$/;

if (import.meta.main) {
  const files = globSync(['**/*.{ts,tsx,mjs,css,md,json,html}', '{migrations,server}/**/*.sql'], {
    exclude: (path) => skipped.test(path),
  })
    .filter((path) => !skipped.test(path))
    .sort();
  const findings = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const hits = [...findPhrases(text), ...findStraightQuotes(path, text), ...findPrivateNames(path, text)];
    return hits.map((hit) => `${path}:${hit}`);
  });
  for (const hit of findings) console.error(hit);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
