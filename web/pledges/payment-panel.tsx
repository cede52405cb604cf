import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';
import { FanMark } from '#web/ui/brand.tsx';

interface PaymentFrameProps {
  children: ReactNode;
  /** The pool; below the children on narrow screens. */
  aside: ReactNode;
  more?: ReactNode;
}

/** The columns of a page about a payment. As tall as the window, so that the footer stays below it when the outcome replaces the waiting message. */
export function PaymentFrame({ children, aside, more }: PaymentFrameProps) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-255 content-start gap-x-12 gap-y-8 pt-4 lg:grid-cols-[minmax(0,1fr)_--spacing(105)] lg:grid-rows-[auto_1fr] lg:pt-8">
      <div>{children}</div>
      <div className="lg:col-[2] lg:row-span-2 lg:row-start-1">{aside}</div>
      {more ? <div className="grid content-start gap-6">{more}</div> : null}
    </div>
  );
}

const fan = (
  <div className="-ms-1.5 h-14.5 w-18 *:size-full">
    <FanMark />
  </div>
);

/** The outcome of a visit to the card page: the message and its actions, and beside them the pool. */
export function PaymentPanel({
  mark = fan,
  title,
  text,
  actions,
  aside,
  children,
}: {
  /** The sign above the title: the fan for success. */
  mark?: ReactNode;
  title: Text;
  text: ReactNode;
  actions: ReactNode;
  /** The pool; below the actions on narrow screens. */
  aside: ReactNode;
  children?: ReactNode;
}) {
  return (
    <PaymentFrame aside={aside} more={children}>
      <div className="mb-4">{mark}</div>
      <div role="status">
        <h1>{title}</h1>
        <div className="mt-3 grid max-w-text gap-3 text-lg text-muted">{text}</div>
      </div>
      <div className="mt-6 flex flex-wrap gap-3 *:shrink-0 max-sm:*:grow">{actions}</div>
    </PaymentFrame>
  );
}
