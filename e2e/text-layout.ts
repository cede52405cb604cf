/** Runs in the page: the width that it needs while its text has twice the usual size. */
export function widthWithLargeText(): number {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  const { scrollWidth } = root;
  root.style.fontSize = '';
  return scrollWidth;
}

/** Runs in the page: whether each part of a line of text begins to the right of the one before it. */
export function isInOrder(line: Element): boolean {
  const parts = [...line.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
  const starts = parts.map((part) => {
    const range = document.createRange();
    range.selectNode(part);
    return range.getBoundingClientRect().left;
  });
  return starts.every((start, index) => start >= (starts[index - 1] ?? 0));
}

/** Runs in the page: whether the text of each element is on one line. */
export function areOneLine(elements: Element[]): boolean {
  return elements.every((element) => element.clientHeight < 2 * Number.parseFloat(getComputedStyle(element).fontSize));
}
