import { ArrowLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '#contract/paths.ts';
import { useLocation } from '#web/data/location.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { historyIndex, navigate } from '#web/ui/navigation.ts';

export interface SettingsPart {
  /** Also the anchor: /settings#email. */
  id: string;
  title: string;
  icon: ReactNode;
  /** The contents of the part, in the list that narrow screens show. */
  hint: string;
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

function PartLinks({ parts }: { parts: readonly SettingsPart[] }) {
  return (
    <nav className="settings-nav" aria-label="Settings">
      <ul>
        {parts.map(({ id, title, icon, hint }) => (
          <li key={id}>
            {icon}
            <Link id={linkId(id)} to={`${paths.settings}#${id}`} aria-describedby={`${id}-hint`}>
              {title}
            </Link>
            <p id={`${id}-hint`}>{hint}</p>
            <ChevronRight aria-hidden="true" />
          </li>
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
      className="settings-back"
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <ArrowLeft aria-hidden="true" />
      Settings
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
      <div className="settings">
        <PartLinks parts={parts} />
        <div className="settings-parts">
          {parts.map(({ id, title, lead, content }) => (
            <section
              key={id}
              id={id}
              aria-labelledby={headingId(id)}
              className="settings-part"
              data-open={open === id || undefined}
            >
              <BackToList onPress={leaveForList} />
              <h2 id={headingId(id)} tabIndex={-1}>
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
