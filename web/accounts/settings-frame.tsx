import { ArrowLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useLocation } from '#web/data/location.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { historyIndex, navigate } from '#web/ui/navigation.ts';

export interface SettingsPart {
  /** Also the anchor: /settings#email. */
  id: string;
  title: Text;
  icon: ReactNode;
  /** The contents of the part, in the list that narrow screens show. */
  hint: Text;
  lead?: ReactNode;
  content: ReactNode;
}

const linkId = (id: string) => `${id}-link`;
const headingId = (id: string) => `${id}-title`;
/** The screens on which settings-frame.css shows either the list or one part. */
const oneAtATime = '(max-width: 1099.9px)';

/** The part in the URL's fragment. Undefined before hydration, because browsers do not send the fragment to the server. */
function useOpenPart(parts: readonly SettingsPart[]): string | null | undefined {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  if (!isHydrated) return undefined;
  return parts.find(({ id }) => `#${id}` === hash)?.id ?? null;
}

/** Moves the focus to the heading of the part that opens, and back to its entry in the list, on screens that show only one of them. */
function useFocusAfterMove(open: string | null | undefined): void {
  const before = useRef(open);
  useEffect(() => {
    const last = before.current;
    before.current = open;
    if (last === undefined || open === undefined || open === last) return;
    if (!window.matchMedia(oneAtATime).matches) return;
    document.getElementById(open ? headingId(open) : linkId(last ?? ''))?.focus({ preventScroll: true });
  }, [open]);
}

const rowLook =
  'group relative grid min-h-15 grid-cols-[--spacing(5)_minmax(0,1fr)_--spacing(4.5)] items-center gap-x-4 px-4 py-2.5 hover:bg-hover wide:min-h-10 wide:grid-cols-[--spacing(4.5)_minmax(0,1fr)] wide:gap-x-3 wide:rounded-md wide:px-3 wide:py-1.5';
/** The line above a row, as wide as its words. */
const lineLook =
  'before:absolute before:start-13 before:end-0 before:top-0 before:border-t before:border-line first:before:hidden wide:before:hidden';
/** The link covers the whole row. */
const linkLook =
  'col-start-2 leading-[1.3] font-semibold outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-[2.5px] focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent-text wide:after:rounded-md';

function PartLink({ part: { id, title, icon, hint }, isLast }: { part: SettingsPart; isLast: boolean }) {
  return (
    <li className={`${rowLook} ${lineLook}`}>
      <span
        className={`row-span-2 row-start-1 wide:row-span-1 [&>svg]:size-5 wide:[&>svg]:size-4.5 ${isLast ? 'text-danger-text' : 'text-muted'}`}
      >
        {icon}
      </span>
      <Link
        id={linkId(id)}
        to={`${paths.settings}#${id}`}
        className={`${linkLook} ${isLast ? 'text-danger-text' : 'text-ink wide:text-muted wide:group-hover:text-ink'}`}
        aria-describedby={`${id}-hint`}
      >
        {title}
      </Link>
      <p id={`${id}-hint`} className="col-start-2 text-sm leading-[1.35] wrap-anywhere text-muted wide:hidden">
        {hint}
      </p>
      <ChevronRight aria-hidden="true" className="col-start-3 row-span-2 row-start-1 size-4.5 text-faint wide:hidden" />
    </li>
  );
}

function PartLinks({ parts }: { parts: readonly SettingsPart[] }) {
  return (
    <nav
      className="settings-nav max-w-160 overflow-hidden not-wide:rounded-xl not-wide:bg-surface not-wide:shadow-lift wide:sticky wide:top-6 wide:-ms-3 wide:mt-4 wide:self-start"
      aria-label={t`Settings`}
    >
      <ul>
        {parts.map((part, index) => (
          <PartLink key={part.id} part={part} isLast={index === parts.length - 1} />
        ))}
      </ul>
    </nav>
  );
}

/** Returns a function that leads to the list: back in history if the person came from it, also past other parts. */
function useWayToList(open: string | null | undefined): () => void {
  const listIndex = useRef<number>(undefined);
  useEffect(() => {
    if (open === null) listIndex.current = historyIndex();
  }, [open]);
  return () => {
    const steps = historyIndex() - (listIndex.current ?? Number.POSITIVE_INFINITY);
    if (steps > 0) window.history.go(-steps);
    else navigate(paths.settings, { replace: true });
  };
}

function BackToList({ onPress }: { onPress: () => void }) {
  return (
    <Link
      to={paths.settings}
      className="settings-back -ms-2 mb-1 inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold text-muted hover:text-ink wide:hidden"
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <ArrowLeft aria-hidden="true" />
      {t`Settings`}
    </Link>
  );
}

/**
 * All settings, each with its own address: /settings#email. Wide screens show the list beside all parts; others show either the list or
 * the part in the address. All parts stay mounted, so that typed text survives a look at another part.
 */
export function SettingsFrame({ top, parts }: { top: ReactNode; parts: readonly SettingsPart[] }) {
  const open = useOpenPart(parts);
  const leaveForList = useWayToList(open);
  useFocusAfterMove(open);
  return (
    <div className="settings-page" data-view={open === undefined ? undefined : open === null ? 'list' : 'part'}>
      <div className="settings-top">{top}</div>
      <div className="grid max-w-245 gap-x-10 gap-y-2 wide:grid-cols-[--spacing(50)_minmax(0,1fr)]">
        <PartLinks parts={parts} />
        <div className="min-w-0">
          {parts.map(({ id, title, lead, content }) => (
            <section
              key={id}
              id={id}
              aria-labelledby={headingId(id)}
              className="settings-part"
              data-open={open === id || undefined}
            >
              <BackToList onPress={leaveForList} />
              <h2
                id={headingId(id)}
                tabIndex={-1}
                className={`outline-none not-wide:text-2xl ${open === id ? 'decoration-accent decoration-3 underline-offset-7 wide:underline' : ''}`}
              >
                {title}
              </h2>
              {lead ? <p className="mt-1 max-w-text text-muted">{lead}</p> : null}
              <div className="mt-4">{content}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
