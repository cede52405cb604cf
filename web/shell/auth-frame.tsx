import { CreditCard, HandHeart, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { BareShell } from '#web/shell/bare-shell.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { BackLink } from '#web/ui/page-header.tsx';

const promises = [
  [HandHeart, 'Ask together', 'Pledge with other fans for something you want a creator to make.'],
  [CreditCard, 'Nothing is charged today', 'Cards are charged only once the goal is met and the creator says yes.'],
  [ShieldCheck, 'Delivered, or paid back', 'If it is not delivered, everyone gets their money back by itself.'],
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
  /** Where Back goes; without it, history. */
  back?: string;
  backLabel?: string;
  /** What stands beside the form; without it, how the product works. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Around signing in, registering and recovering: one narrow column, and beside it what this is about. */
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
