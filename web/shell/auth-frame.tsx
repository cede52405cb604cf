import { CreditCard, HandHeart, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { BareShell } from '#web/shell/bare-shell.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { BackLink } from '#web/ui/page-header.tsx';

const promises = [
  [HandHeart, 'Ask together', 'Pledge with other fans for something you want a creator to make.'],
  [CreditCard, 'Nothing is charged today', 'Your card is charged only if the goal is met and the creator accepts.'],
  [ShieldCheck, 'Delivered or refunded', 'If the creator doesn’t deliver, everyone is refunded automatically.'],
] as const;

function ProductPromises() {
  return (
    <aside className="entry-aside" aria-label="How it works">
      <FanArt seed="welcome" hues={[80, 325]} eager className="entry-art" />
      <div className="entry-story">
        <p className="num text-3xl leading-none">
          A pool fills up.
          <br />
          Then it happens.
        </p>
        <ul className="mt-6 grid gap-4">
          {promises.map(([Icon, title, text]) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-3">
              <Icon aria-hidden="true" className="mt-0.5" />
              <span>
                <b className="block">{title}</b>
                <span className="text-sm opacity-85">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

export interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  /** The path that Back opens. Without it, Back goes back in the browser's history. */
  back?: string;
  backLabel?: string;
  /** The content beside the form. By default it says how the product works. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The frame of the sign-in, registration and password recovery forms: a narrow column with an aside. */
export function AuthFrame({ title, lead, back, backLabel, aside, children }: AuthFrameProps) {
  return (
    <BareShell aside={<BackLink href={back}>{backLabel}</BackLink>}>
      <div className="entry">
        <div className="entry-form">
          <h1>{title}</h1>
          {lead ? <p className="mt-2 text-muted">{lead}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
        {aside ?? <ProductPromises />}
      </div>
    </BareShell>
  );
}
