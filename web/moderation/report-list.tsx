import { paths } from '#contract/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import type { Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { QueueKinds } from './queue-kinds.tsx';
import { QueueCard, QueuePage } from './queue-page.tsx';
import { reportQueue, reportsOf } from './queues.ts';
import { DismissObjection, DismissReport, UpholdObjection, UpholdReport } from './report-decisions.tsx';
import { aboutOf, type Report, reportKindWords } from './report-words.ts';

type Act = 'uphold' | 'dismiss';

const tabs = [
  ['open', 'Open'],
  ['upheld', 'Upheld'],
  ['dismissed', 'Dismissed'],
  ['all', 'All'],
] as const;

const states: Record<Report['status'], readonly [string, Tone]> = {
  open: ['Open', 'accent'],
  upheld: ['Upheld', 'danger'],
  dismissed: ['Dismissed', 'plain'],
};

/** The words that were reported. */
function Quote({ item: { kind, reported } }: { item: Report }) {
  if (!reported?.excerpt || kind === 'pool' || kind === 'profile') return null;
  return (
    <p className="quote whitespace-pre-line wrap-anywhere">
      <b>{reported.gone ? 'What it said; it is deleted' : 'What it says'}</b>
      {reported.excerpt}
    </p>
  );
}

interface Tool {
  /** Upholding alone writes the decision down. */
  says: string;
  to: string;
  label: string;
}

/** Where what was reported can be acted on; for comments, messages and objections upholding does it. */
function toolOf({ kind, poolId, reported }: Report): Tool | undefined {
  if ((kind === 'pool' || kind === 'content') && poolId) {
    const to = `${paths.adminPools}?search=${poolId}`;
    return { says: 'Upholding it is a note only: freeze or remove the pool as well.', to, label: 'Freeze or remove…' };
  }
  if (kind !== 'profile' || !reported?.path) return undefined;
  const { path, user } = reported;
  const says = user
    ? 'Upholding it is a note only: what they started can be frozen or removed.'
    : 'Upholding it is a note only: a profile without an owner can be removed on its page.';
  return user
    ? { says, to: `${paths.adminPools}?search=${encodeURIComponent(user.username)}`, label: 'Pools they started' }
    : { says, to: path, label: 'Open the profile' };
}

function Acts({ open, tool, onAct }: { open: boolean; tool: Tool | undefined; onAct: (act: Act) => void }) {
  return (
    <>
      {open ? (
        <>
          <Button variant="danger" onClick={() => onAct('uphold')}>
            Uphold…
          </Button>
          <Button onClick={() => onAct('dismiss')}>Dismiss…</Button>
        </>
      ) : null}
      {tool ? (
        <LinkButton variant="ghost" to={tool.to}>
          {tool.label}
        </LinkButton>
      ) : null}
    </>
  );
}

function ReportCard({ item, onAct }: { item: Report; onAct: (act: Act) => void }) {
  const { before, title } = aboutOf(item);
  const path = item.reported ? item.reported.path : item.poolPath;
  const others = (item.reported?.openReports ?? 0) - (item.status === 'open' ? 1 : 0);
  const tool = item.status === 'dismissed' ? undefined : toolOf(item);
  return (
    <QueueCard
      label={`${before} ${title}`}
      user={item.user}
      note={item.kind === 'objection' ? 'paid for it' : 'reported it'}
      state={states[item.status]}
      at={item.createdAt}
      answer={item.answer ? [item.kind === 'objection' ? 'Answer' : 'Note', item.answer] : undefined}
      footer={item.status === 'open' || tool ? <Acts open={item.status === 'open'} tool={tool} onAct={onAct} /> : null}
    >
      <h2 className="text-lg wrap-anywhere">
        {before} {path ? <TextLink to={path}>{title}</TextLink> : title}
      </h2>
      <Quote item={item} />
      <p className="max-w-text whitespace-pre-line wrap-anywhere">{item.reason}</p>
      {tool ? <p className="text-muted">{tool.says}</p> : null}
      {others > 0 ? (
        <p className="text-muted">
          {others === 1 ? 'One other open report' : `${others} other open reports`} of the same thing
        </p>
      ) : null}
    </QueueCard>
  );
}

const dialogs = {
  uphold: (item: Report) => (item.kind === 'objection' ? UpholdObjection : UpholdReport),
  dismiss: (item: Report) => (item.kind === 'objection' ? DismissObjection : DismissReport),
};

/** Objections of fans to what was delivered, and reports of anything else. */
export function ReportList() {
  return (
    <QueuePage<Report, Act>
      queue={reportQueue}
      title="Reports"
      lead="Objections to a delivery, which hold back the creator's money while they are open, and what people report."
      tabs={tabs}
      searchLabel="Search by pool, person or words"
      wanted={reportsOf}
      failed="Reports could not be loaded"
      empty={{
        title: 'Nothing is reported',
        text: 'When a fan objects to a delivery, or somebody reports a pool, a comment, a chat message, a profile or a delivery, it appears here.',
      }}
      tools={<QueueKinds queue={reportQueue} kinds={reportKindWords} />}
      card={(item, onAct) => <ReportCard item={item} onAct={onAct} />}
      dialog={(item, act, onClose) => {
        const Decision = dialogs[act](item);
        return <Decision item={item} onClose={onClose} />;
      }}
    />
  );
}
