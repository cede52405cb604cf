import { globSync, readFileSync } from 'node:fs';
import { transformSync } from '@babel/core';
import linguiExtractor from '@lingui/babel-plugin-extract-messages';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { SourceText } from './texts.ts';

export const textModule = '#contract/language/text.ts';

const linguiConfig = makeConfig({ locales: ['en'], macro: { corePackage: [textModule] } }, { skipValidation: true });

/** The files that may have texts, in a stable order. */
export const sourceFiles = (): string[] =>
  globSync('{web,contract,server}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort();

/** Extracts the texts of files as Lingui does. Reports those that it cannot read, and those that are not ICU MessageFormat. */
export function extractTexts(files: readonly string[]): { texts: SourceText[]; faults: string[] } {
  const texts = new Map<string, SourceText>();
  const faults: string[] = [];
  const collect =
    (file: string) =>
    ({ id, message = id, context, placeholders }: Extracted) => {
      const text = texts.get(id) ?? { id, message, context, origins: [], placeholders: {} };
      texts.set(id, text);
      if (!text.origins.includes(file)) text.origins.push(file);
      // Where a text occurs twice, one expression explains the placeholder well enough.
      text.placeholders = { ...placeholders, ...text.placeholders };
      try {
        compileMessageOrThrow(message);
      } catch (error) {
        faults.push(`${file} ${error instanceof Error ? error.message : error}: ${message}`);
      }
    };
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    if (!source.includes(textModule)) continue;
    transformSync(source, {
      filename: file,
      code: false,
      babelrc: false,
      configFile: false,
      parserOpts: { plugins: ['typescript', ...(file.endsWith('x') ? ['jsx' as const] : [])] },
      plugins: [
        [linguiMacro, { descriptorFields: 'all', linguiConfig }],
        [linguiExtractor, { linguiConfig, onMessageExtracted: collect(file) }],
      ],
    });
  }
  return { texts: [...texts.values()], faults };
}

/** A text as Lingui's plugin reports it. */
interface Extracted {
  id: string;
  message?: string | undefined;
  context?: string | undefined;
  placeholders: Record<string, string>;
}
