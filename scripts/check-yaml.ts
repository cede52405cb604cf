import { parseAllDocuments } from 'yaml';

export function parseYaml(text: string): { documents: unknown[]; problems: string[] } {
  const parsed = parseAllDocuments(text, { merge: true });
  const documents = 'empty' in parsed ? [] : parsed;
  const problems = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings].map(({ message }) => message));
  return { documents: problems.length > 0 ? [] : documents.map((document) => document.toJS() as unknown), problems };
}
