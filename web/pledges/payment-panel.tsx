import type { ReactNode } from 'react';
import { FanMark } from '#web/ui/brand.tsx';

/** The outcome of a visit to the card page: the message and its actions, and beside them the pool. */
export function PaymentPanel({
  mark = <FanMark />,
  title,
  text,
  actions,
  aside,
  children,
}: {
  /** The sign above the title: the fan for success. */
  mark?: ReactNode;
  title: string;
  text: ReactNode;
  actions: ReactNode;
  /** The pool; below the actions on narrow screens. */
  aside: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="payment-panel">
      <div className="payment-panel-head">
        {mark}
        <div role="status">
          <h1>{title}</h1>
          <div className="payment-panel-text">{text}</div>
        </div>
        <div className="payment-panel-actions">{actions}</div>
      </div>
      <div className="payment-panel-aside">{aside}</div>
      <div className="payment-panel-more">{children}</div>
    </div>
  );
}
