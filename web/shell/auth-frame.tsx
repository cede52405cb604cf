import { CreditCard, HandHeart, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, type Text, t, textOf } from '#contract/language/text.ts';
import { BareShell } from '#web/shell/bare-shell.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const promises = [
  [HandHeart, msg`Ask together`, msg`Pledge with other fans for something you want a creator to make.`],
  [
    CreditCard,
    msg`Nothing is charged today`,
    msg`Your card is charged only if the goal is met and the creator accepts.`,
  ],
  [ShieldCheck, msg`Delivered or refunded`, msg`If the creator doesn’t deliver, everyone is refunded automatically.`],
] as const;

function ProductPromises() {
  return (
    <aside
      className="entry-aside overflow-hidden rounded-2xl bg-[oklch(0.24_0.06_325)] text-[oklch(0.97_0.012_85)]"
      aria-label={t`How it works`}
    >
      <FanArt seed="welcome" hues={[80, 325]} eager className="absolute inset-0" />
      {/* On the drawing, the same in both themes. */}
      <div className="absolute inset-x-0 bottom-0 bg-[linear-gradient(transparent,oklch(0.19_0.05_325/0.88)_34%,oklch(0.19_0.05_325))] px-10 pt-24 pb-8">
        <p className="num text-3xl leading-none">
          <RichText text={msg`A pool fills up.<br/>Then it happens.`} tags={{ br: () => <br /> }} />
        </p>
        <ul className="mt-6 grid gap-4">
          {promises.map(([Icon, title, text]) => (
            <li key={textOf(title)} className="grid grid-cols-[auto_1fr] gap-x-3">
              <Icon aria-hidden="true" className="mt-0.5" />
              <span>
                <b className="block">{textOf(title)}</b>
                <span className="text-sm opacity-85">{textOf(text)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

export interface AuthFrameProps {
  title: Text;
  lead?: ReactNode;
  /** The path that Back opens. Without it, Back goes back in the browser's history. */
  back?: string;
  backLabel?: Text;
  /** The content beside the form. By default it says how the product works. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The frame of the sign-in, registration and password recovery forms: a narrow column with an aside. */
export function AuthFrame({ title, lead, back, backLabel, aside, children }: AuthFrameProps) {
  return (
    <BareShell aside={<BackLink href={back}>{backLabel}</BackLink>}>
      <div className="entry mx-auto grid w-full max-w-280 flex-1 gap-12 pt-3 has-[>.entry-pledge]:gap-y-6">
        <div className="entry-form mx-auto w-full max-w-105">
          <h1>{title}</h1>
          {lead ? <p className="mt-2 text-muted">{lead}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
        {aside ?? <ProductPromises />}
      </div>
    </BareShell>
  );
}
