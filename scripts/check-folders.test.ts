import { expect, test } from 'vitest';
import { findLargeFolders } from './check-folders.ts';

const filesOf = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`);

test('finds a folder with 56 source files', () => {
  expect(findLargeFolders(filesOf('server/money', 56))).toEqual([{ folder: 'server/money', files: 56 }]);
});

test('accepts 55 source files, any number of tests beside them, and subfolders', () => {
  const files = [
    ...filesOf('server/money', 55),
    ...filesOf('server/money', 10, '.int.test.ts'),
    ...filesOf('e2e', 60, '.e2e.ts'),
    ...filesOf('server/money/cards', 10),
  ];
  expect(findLargeFolders(files)).toEqual([]);
});
