import { writeFileSync } from 'node:fs';
import { extractTexts, sourceFiles } from './extract-texts.ts';
import {
  fileOf,
  mergeTranslations,
  readIfThere,
  templateNames,
  templateOf,
  translatedLocales,
  writeTemplateFile,
} from './po-files.ts';

// `npm run texts`: writes the texts of the source to the files for translators.

const { texts, faults } = extractTexts(sourceFiles());
if (faults.length > 0) throw new Error(faults.join('\n'));
for (const name of templateNames) writeTemplateFile(name, templateOf(name, texts));
for (const locale of translatedLocales) {
  const file = fileOf(locale);
  writeFileSync(file, mergeTranslations(locale, texts, readIfThere(file)));
}
console.log(`${texts.length} texts`);
