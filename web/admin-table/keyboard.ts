import { type Message, msg } from '#contract/language/text.ts';

/** The command of a key in a list. */
export type ListCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'toggle'
  | 'edit'
  | 'open'
  | 'search'
  | 'help'
  | 'close';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Where the focus is: `field` takes text; a `menu` or `dialog` handles its own keys; a `control` handles Enter and the space bar. */
export type Place = 'list' | 'field' | 'menu' | 'control';

const commands: Readonly<Record<string, ListCommand>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  x: 'toggle',
  e: 'edit',
  Enter: 'open',
  '/': 'search',
  '?': 'help',
  Escape: 'close',
};

/** Keys that buttons and links, or the page's own scrolling, need outside of the rows. */
const rowKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']);

/** The command of a key, or undefined if the key belongs to something else. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed, place: Place): ListCommand | undefined {
  if (ctrlKey || metaKey || altKey || place === 'menu') return undefined;
  const command = commands[key.length === 1 ? key.toLowerCase() : key];
  if (place === 'field') return command === 'close' ? command : undefined;
  if (place === 'control' && rowKeys.has(key)) return undefined;
  return command;
}

/** The row that a list is on: its id, and its index in case the row leaves the list. */
export interface ActiveRow {
  id: string;
  index: number;
}

/** The index after a command. If the active row has left the list, the next row is the one at its index. */
function indexAfter(command: ListCommand, index: number, hasLeft: boolean, last: number): number {
  switch (command) {
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'next':
      return hasLeft ? index : index + 1;
    case 'previous':
      return index - 1;
    default:
      return index;
  }
}

/** The row after a command. If the active row has left the list, the list continues from its index. */
export function moveActive(
  ids: readonly string[],
  active: ActiveRow | undefined,
  command: ListCommand,
): ActiveRow | undefined {
  const last = ids.length - 1;
  const found = active ? ids.indexOf(active.id) : -1;
  const hasLeft = active !== undefined && found === -1;
  const wanted = indexAfter(command, hasLeft ? active.index : found, hasLeft, last);
  const index = Math.min(last, Math.max(0, wanted));
  const id = ids[index];
  return id === undefined ? undefined : { id, index };
}

/** The keys for the help dialog, in its order. */
export const shortcuts: readonly (readonly [keys: readonly string[], does: Message])[] = [
  [['j', 'k'], msg`Next or previous row`],
  [['Enter'], msg`Open the details`],
  [['e'], msg`Actions for the row`],
  [['x'], msg`Select or deselect the row`],
  [['/'], msg({ message: 'Search', context: 'an action' })],
  [['Esc'], msg`Close the details, or clear the selection`],
  [['?'], msg`Show these shortcuts`],
];
