import type { Text } from '#contract/language/text.ts';

/** A value with its own direction, as `isolate` marks it. */
const isolated = /\u2068([^\u2066-\u2069]*)\u2069/;

/**
 * A sentence on one line, with an ellipsis if it is too long. `truncate` cuts off the left of a line that runs from right to left, which is
 * where a value from left to right begins. So each value has its own ellipsis.
 */
export function OneLine({ text, className }: { text: Text; className: string }) {
  const pieces = text.split(isolated);
  if (pieces.length === 1) {
    return (
      <span className={`truncate ${className}`} dir="auto">
        {text}
      </span>
    );
  }
  return (
    <span className={`flex min-w-0 overflow-hidden whitespace-pre ${className}`} dir="auto">
      {pieces.map((piece, place) =>
        place % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never reorder
          <bdi key={place} className="truncate">
            {piece}
          </bdi>
        ) : (
          piece
        ),
      )}
    </span>
  );
}
