import { mkdirSync, writeFileSync } from 'node:fs';
import { compile, compiledLocales } from './compile.ts';

// Writes the catalogues that the server reads: dist/language/<locale>.json. Browsers get theirs by page (scripts/vite/catalogues.ts).

mkdirSync('dist/language', { recursive: true });
for (const locale of compiledLocales) {
  const { catalogue, missing } = compile(locale);
  writeFileSync(`dist/language/${locale}.json`, JSON.stringify(catalogue));
  if (missing > 0) console.log(`${locale}: ${missing} texts are not translated yet and stay English`);
}
