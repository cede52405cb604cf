import { globSync, readFileSync } from 'node:fs';

/** Nouns of the domain. server/platform holds only capabilities that any product could use; the modules register their own parts. */
const domainWords =
  /^(?:pool|pledge|creator|fan|deliver(?:y|ies)|payout|refund|category|categories|chat|conversation|badge|tip)s?$/;

/** Files in which a word has another meaning, or in which platform and domain meet on purpose. */
const exceptions: { files: RegExp; words: RegExp; reason: string }[] = [
  {
    files: /^server\/platform\/config\//,
    words: /./,
    reason: 'One schema holds all settings, so that they are validated and documented together.',
  },
  {
    files: /^server\/platform\/(?:postgres\/|open-platform)/,
    words: /^pools?$/,
    reason: 'A pool of database connections.',
  },
  {
    files: /^server\/platform\/mail\//,
    words: /^delivery$/,
    reason: 'The delivery of a mail, as RFC 3464 calls it.',
  },
];

export interface Finding {
  file: string;
  line: number;
  word: string;
}

/** The words of a line of code or prose: `poolChanged` holds `pool` and `Changed`. */
function wordsOf(line: string): string[] {
  return line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}

const isAllowed = (file: string, word: string): boolean =>
  exceptions.some(({ files, words }) => files.test(file) && words.test(word));

/** Finds words of the domain in a file of server/platform. */
export function findDomainWords(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) =>
    wordsOf(line)
      .filter((word) => domainWords.test(word) && !isAllowed(file, word))
      .map((word) => ({ file, line: index + 1, word })),
  );
}

if (import.meta.main) {
  const files = globSync('server/platform/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const findings = files.flatMap((file) => findDomainWords(file, readFileSync(file, 'utf8')));
  for (const { file, line, word } of findings) console.log(`${file}:${line} domain word in server/platform: ${word}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
