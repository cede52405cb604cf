import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { HealthCheck, HealthState } from '#contract/admin/health.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { SettingNotes } from '#web/admin-table/setting-notes.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { CheckNow } from './check-now.tsx';
import { Runbook } from './runbook.tsx';

const icons: Record<HealthState, typeof CircleCheck> = {
  ok: CircleCheck,
  off: CircleDashed,
  warning: TriangleAlert,
  problem: CircleAlert,
};
const colors: Record<HealthState, string> = {
  ok: 'text-paid-text',
  off: 'text-muted',
  warning: 'text-accent-text',
  problem: 'text-danger-text',
};
const words: Record<HealthState, Message> = {
  ok: msg({ message: 'Fine', context: 'a part of the installation works' }),
  off: msg`Not in use`,
  warning: msg`Needs a look`,
  problem: msg`Problem`,
};

/** The page on which an admin sees more or acts. */
const links: Partial<Record<HealthCheck['id'], { to: string; text: Message }>> = {
  money: { to: paths.adminMoney, text: msg`Money` },
  jobs: { to: '#jobs', text: msg`Jobs by kind` },
  nodes: { to: '#nodes', text: msg`All nodes` },
  disk: { to: `${paths.admin}#storage`, text: msg`Storage` },
  database: { to: '#statements', text: msg`Slow statements` },
};

function CheckRow({ check }: { check: HealthCheck }) {
  const { id, name, state, message, runbook } = check;
  const Icon = icons[state];
  const link = links[id];
  const needsAction = state === 'warning' || state === 'problem';
  return (
    <li className="grid grid-cols-[--spacing(5)_1fr_auto] gap-x-4 gap-y-1 py-3 md:grid-cols-[--spacing(5)_--spacing(38)_1fr_auto]">
      <Icon aria-hidden="true" className={`mt-0.5 ${colors[state]}`} />
      <h3 className="font-text text-base leading-normal font-semibold tracking-normal">
        {name}
        <span className="sr-only">: {textOf(words[state])}</span>
      </h3>
      <div className={`min-w-0 wrap-anywhere max-md:col-[2/-1] max-md:row-start-2 ${needsAction ? '' : 'text-muted'}`}>
        <p className="max-w-text">{message}</p>
        <SettingNotes text={message} />
        {runbook ? <Runbook section={runbook} /> : null}
        {id === 'books' && needsAction ? <CheckNow /> : null}
      </div>
      {link ? <TextLink to={link.to}>{textOf(link.text)}</TextLink> : null}
    </li>
  );
}

/** One line per part of the installation, with the next step if something is wrong. */
export function CheckList({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <ul className="card mt-5 divide-y divide-line px-5" aria-label={t`Parts of the installation`}>
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} />
      ))}
    </ul>
  );
}
