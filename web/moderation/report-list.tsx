import { Check, X } from 'lucide-react';
import { listReports } from '#contract/calls/admin.ts';
import type { MessageImage } from '#contract/chat/chat-pictures.ts';
import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { otherQueues } from '#web/admin-table/admin-list.tsx';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { OwnDecision, ownDecisionSkip } from '#web/safety/second-admin.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { DecisionList } from './decision-list.tsx';
import { byTime, Entry, nameOf, StateCell } from './drawer-entry.tsx';
import { reports } from './lists.ts';
import {
  DismissAppeal,
  DismissObjection,
  DismissReport,
  decideOn,
  reportReads,
  UpholdAppeal,
  UpholdObjection,
  UpholdReport,
} from './report-decisions.tsx';
import { aboutOf, aboutText, type Report, reportKindWords } from './report-labels.ts';
import { dismissalOf, upholdingOf } from './report-plan.ts';

type Act = 'uphold' | 'dismiss';

const tabs = [
  ['open', msg({ message: 'Open', context: 'without a decision' })],
  ['upheld', msg`Upheld`],
  ['dismissed', msg`Dismissed`],
  ['', msg({ message: 'All', context: 'reports of all kinds, in all states' })],
] as const;

const states: Record<Report['status'], readonly [Message, Tone]> = {
  open: [msg({ message: 'Open', context: 'without a decision' }), 'accent'],
  upheld: [msg`Upheld`, 'danger'],
  dismissed: [msg`Dismissed`, 'plain'],
};

/** The pictures of a reported message. */
function ReportedPictures({ images }: { images: readonly MessageImage[] }) {
  if (images.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {images.map(({ url, width, height }, index) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={t`Picture ${{ number: index + 1 }} of ${{ total: images.length }} in the reported message (opens in a new tab)`}
            className="block overflow-hidden rounded-md bg-sunken"
          >
            <img
              src={url.replace('.webp', '-400.webp')}
              alt=""
              width={Math.round((120 * width) / height)}
              height={120}
              loading="lazy"
              className="max-h-30 max-w-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The text that was reported, with its pictures. */
function Quote({ item: { kind, reported } }: { item: Report }) {
  if (!reported?.excerpt || kind === 'pool' || kind === 'profile') return null;
  return (
    <>
      <p className="quote whitespace-pre-line wrap-anywhere">
        <b>{kind === 'appeal' ? t`Reason for the suspension` : reported.gone ? t`Deleted text` : t`Reported text`}</b>
        <span className="text-start" dir="auto">
          {reported.excerpt}
        </span>
      </p>
      {reported.earlierTexts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: earlier texts never move
        <p key={index} className="quote whitespace-pre-line wrap-anywhere">
          <b>{reported.earlierTexts.length === 1 ? t`Before the edit` : t`Before edit ${{ number: index + 1 }}`}</b>
          <span className="text-start" dir="auto">
            {text}
          </span>
        </p>
      ))}
      <ReportedPictures images={reported.images} />
    </>
  );
}

interface Tool {
  /** Reminds the admin that upholding alone only records the decision. */
  note: Text;
  to: string;
  label: Text;
}

/** The page where the admin acts on the reported thing. Undefined for updates, comments, messages and objections, where upholding acts itself. */
function toolOf({ kind, poolId, reported }: Report): Tool | undefined {
  if ((kind === 'pool' || kind === 'content') && poolId) {
    const to = `${paths.adminPools}?search=${poolId}`;
    return {
      note: t`Upholding only records your decision. Freeze or remove the pool as well.`,
      to,
      label: t`Freeze or remove…`,
    };
  }
  if (kind !== 'profile' || !reported?.path) return undefined;
  const { path, user } = reported;
  const note = user
    ? t`Upholding only records your decision. You can freeze or remove the pools they started.`
    : t`Upholding only records your decision. You can remove an unclaimed profile on its page.`;
  return user
    ? { note, to: `${paths.adminPools}?search=${encodeURIComponent(user.username)}`, label: t`Pools they started` }
    : { note, to: path, label: t`Open the profile` };
}

function Acts({ item, tool, onAct }: { item: Report; tool: Tool | undefined; onAct: (act: Act) => void }) {
  const open = item.status === 'open';
  return (
    <>
      {open && item.own ? <OwnDecision /> : null}
      {open && !item.own ? (
        <>
          <Button variant="danger" onClick={() => onAct('uphold')}>{t`Uphold…`}</Button>
          <Button onClick={() => onAct('dismiss')}>{t`Dismiss…`}</Button>
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

function ReportEntry({ item, onAct }: { item: Report; onAct: (act: Act) => void }) {
  const path = item.reported ? item.reported.path : item.poolPath;
  const others = (item.reported?.openReports ?? 0) - (item.status === 'open' ? 1 : 0);
  const tool = item.status === 'dismissed' ? undefined : toolOf(item);
  return (
    <Entry
      label={aboutText(item)}
      user={item.user}
      note={textOf(
        notes[item.kind] ?? msg({ message: 'reported it', context: 'beside the name of a person: they reported this' }),
      )}
      state={states[item.status]}
      at={item.createdAt}
      decidedAt={item.decidedAt}
      answer={item.answer ? [item.kind === 'objection' ? t`Answer` : t`Note`, item.answer] : undefined}
      footer={item.status === 'open' || tool ? <Acts item={item} tool={tool} onAct={onAct} /> : null}
    >
      <h3 className="text-lg wrap-anywhere">
        <RichText
          text={aboutOf(item)}
          tags={{ link: (text) => <span>{path ? <TextLink to={path}>{text}</TextLink> : text}</span> }}
        />
      </h3>
      <Quote item={item} />
      <p className="user-text max-w-text whitespace-pre-line wrap-anywhere" dir="auto">
        {item.reason}
      </p>
      {tool ? <p className="text-muted">{tool.note}</p> : null}
      {others > 0 ? (
        <p className="text-muted">
          {t`${plural({ reports: others }, { one: '# other open report', other: '# other open reports' })} about this`}
        </p>
      ) : null}
    </Entry>
  );
}

/** The person's relation to the reported item, beside their name. */
const notes: Partial<Record<Report['kind'], Message>> = {
  objection: msg({ message: 'paid for it', context: 'beside the name of a person: they paid for this' }),
  appeal: msg({ message: 'wants it lifted', context: 'beside the name of a person: they want this decision lifted' }),
};

const uphold = { objection: UpholdObjection, appeal: UpholdAppeal };
const dismiss = { objection: DismissObjection, appeal: DismissAppeal };
const dialogs = {
  uphold: ({ kind }: Report) => (kind === 'objection' || kind === 'appeal' ? uphold[kind] : UpholdReport),
  dismiss: ({ kind }: Report) => (kind === 'objection' || kind === 'appeal' ? dismiss[kind] : DismissReport),
};

const note = { label: msg`Note`, hint: msg`Kept with each report. Fans who objected see it as your answer.` };
const upheldNote = { label: msg`Note`, hint: msg`Kept with each report. The authors of removed messages see it too.` };

const bulk: readonly BulkAction<Report>[] = [
  {
    key: 'dismiss',
    open: msg`Dismiss…`,
    question: (rows) => t`Dismiss ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Dismiss ${{ rows }}`,
    icon: <X aria-hidden="true" />,
    reason: note,
    plan: (item) => (item.own ? { skip: textOf(ownDecisionSkip) } : dismissalOf(item)),
    run: (item, reason) => decideOn(item, { status: 'dismissed' }, reason),
    done: msg`Dismissed`,
    refresh: reportReads,
  },
  {
    key: 'uphold',
    open: msg`Uphold…`,
    question: (rows) => t`Uphold ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Uphold ${{ rows }}`,
    icon: <Check aria-hidden="true" />,
    variant: 'danger',
    reason: upheldNote,
    plan: (item, earlier) => (item.own ? { skip: textOf(ownDecisionSkip) } : upholdingOf(item, earlier)),
    run: (item, reason) => decideOn(item, { status: 'upheld' }, reason),
    done: msg`Upheld`,
    refresh: reportReads,
  },
];

const columns: readonly ListColumn<Report>[] = [
  { key: 'status', header: msg`State`, cell: ({ status }) => <StateCell state={states[status]} /> },
  {
    key: 'reason',
    header: msg`Reason`,
    extra: true,
    cell: ({ reason }) => (
      <span className="line-clamp-2 max-w-80 text-sm text-muted wrap-anywhere" dir="auto">
        {reason}
      </span>
    ),
  },
  { key: 'created', header: msg`Reported`, sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

const kinds = (): FilterSelect => ({
  name: 'kind',
  label: t`Kind`,
  options: [['', t`All kinds`], ...reportKindWords.map(([kind, words]) => [kind, textOf(words)] as const)],
});

function menuOf(item: Report, onAct: (act: Act) => void): MenuItem[] {
  if (item.status !== 'open' || item.own) return [];
  return [
    { label: t`Uphold…`, icon: <Check aria-hidden="true" />, danger: true, onSelect: () => onAct('uphold') },
    { label: t`Dismiss…`, icon: <X aria-hidden="true" />, onSelect: () => onAct('dismiss') },
  ];
}

/** Objections to deliveries, and reports of pools, updates, comments, messages, profiles and deliveries. */
export function ReportList() {
  return (
    <DecisionList<Report, Report, Act>
      list={reports.list}
      title={t`Reports`}
      lead={t`Objections to deliveries and reports from people. An open objection holds the creator’s payout.`}
      header={t`Report`}
      endpoint={listReports}
      wanted={reports.page}
      live="reports"
      tabs={{ name: 'status', label: msg`States`, tabs }}
      filters={[kinds()]}
      searchLabel={t`Search by pool, person or text`}
      failed={t`We couldn’t load the reports`}
      empty={{
        title: t`No reports`,
        text: t`When a fan objects to a delivery, or someone reports a pool, an update, a comment, a chat message, a profile or a delivery, it appears here.`,
        action: otherQueues(),
      }}
      bulk={bulk}
      row={{
        title: aboutText,
        name: (item) => t`${{ report: aboutText(item) }} by ${{ username: item.user.username }}`,
        subtitle: ({ user }) => t`by ${{ name: nameOf(user) }}`,
        columns,
      }}
      menu={menuOf}
      drawer={{
        detail: reports.detail,
        title: ({ kind }) => (kind === 'objection' ? t`Objection` : kind === 'appeal' ? t`Appeal` : t`Report`),
        name: aboutText,
        entry: (item, onAct) => <ReportEntry item={item} onAct={onAct} />,
      }}
      dialog={(item, act, onClose) => {
        const Decision = dialogs[act](item);
        return <Decision item={item} onClose={onClose} />;
      }}
    />
  );
}
