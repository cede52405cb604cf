import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/** The most source files that a folder may hold. Tests are next to the code that they test and do not count. */
const largestFolder = 55;

export interface Finding {
  folder: string;
  files: number;
}

/** Finds folders with more source files than a person can overlook. Files of subfolders do not count. */
export function findLargeFolders(files: readonly string[]): Finding[] {
  const sources = files.filter((file) => !/[.](?:test|e2e)[.]tsx?$/.test(file));
  return [...Map.groupBy(sources, dirname)]
    .map(([folder, { length }]) => ({ folder, files: length }))
    .filter((finding) => finding.files > largestFolder);
}

if (import.meta.main) {
  const findings = findLargeFolders(globSync('{contract,server,web,testing,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}'));
  for (const { folder, files } of findings)
    console.log(
      `${folder} holds ${files} source files, more than ${largestFolder}: move what belongs together into a subfolder`,
    );
  process.exitCode = findings.length === 0 ? 0 : 1;
}
