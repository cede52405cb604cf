import { globSync, readFileSync } from 'node:fs';

// A `let`, or a collection that starts empty, at the top level of a module.
const moduleState = /^(?:export )?(?:let \w|const \w+(?:: [^=]+)? = (?:new (?:Map|Set)(?:<[^\n]*>)?\(\)|\[\]|\{\});)/;

export interface Finding {
  file: string;
  line: number;
  text: string;
}

/** Finds variables that a module of the server changes while it runs. State belongs to the context (`contextState`), because two apps in one process share modules. */
export function findModuleState(file: string, source: string): Finding[] {
  return source
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => moduleState.test(text));
}

if (import.meta.main) {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const findings = files.flatMap((file) => findModuleState(file, readFileSync(file, 'utf8')));
  for (const { file, line, text } of findings) console.log(`${file}:${line} state in a module: ${text}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
