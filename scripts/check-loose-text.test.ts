import { describe, expect, test } from 'vitest';
import { findLooseText } from './check-loose-text.ts';

const textsIn = (...files: string[]) =>
  findLooseText(files.map((text, index) => ({ file: `web/${index}.tsx`, text }))).map(({ text }) => text);
const inside = (jsx: string) =>
  textsIn(`export function Page({ isNew, name }: Props) {\n  return (\n    ${jsx}\n  );\n}\n`);

describe('text beside an element', () => {
  test.each([
    ['that comes and goes', "<p>Hello {isNew ? 'you' : null}</p>", "{isNew ? 'you' : null}"],
    ['after a mark that comes and goes', '<p>{isNew ? <b>New</b> : null} pool</p>', ' pool'.trim()],
    ['after an icon that changes', '<p>{isNew ? <Star /> : <Dot />}{name}</p>', '{name}'],
    ['after a list', '<p>{names.map((one) => <b key={one}>{one}</b>)} like this</p>', 'like this'],
    ['in a fragment that comes and goes', '<p>{isNew ? <>New</> : null}</p>', '{isNew ? <>New</> : null}'],
    ['in a fragment for a component', '<Field hint={<>At least {name}</>} />', '{<>At least {name}</>}'],
  ])('%s is reported', (_, jsx, text) => expect(inside(jsx)).toEqual([text]));

  test.each([
    ['is the only child', "<p>{isNew ? 'New' : null}</p>"],
    ['has a separate element', '<p>Hello {isNew ? <span>you</span> : null}</p>'],
    ['only changes', '<p>{name} has {count} pools</p>'],
    ['is before a mark that comes and goes', '<p>{name} {isNew ? <b>New</b> : null}</p>'],
  ])('that %s is not reported', (_, jsx) => expect(inside(jsx)).toEqual([]));
});

test('text after a component that is sometimes empty is reported', () => {
  const mark = 'export function Mark({ isNew }: Props) {\n  return isNew ? <b>New</b> : null;\n}\n';
  const page = "import { Mark } from './mark.tsx';\nexport const Page = () => <p><Mark />pool</p>;\n";
  expect(textsIn(mark, page)).toEqual(['pool']);
});

test('text after a component that a variable names is reported', () => {
  const page = 'export function Page() {\n  const Icon = isNew ? Star : Dot;\n  return <li><Icon />{name}</li>;\n}\n';
  expect(textsIn(page)).toEqual(['{name}']);
});

test('a component that renders only text is reported', () => {
  expect(textsIn("export function Word() {\n  return isNew ? 'New' : null;\n}\n")).toEqual(["isNew ? 'New' : null"]);
});
