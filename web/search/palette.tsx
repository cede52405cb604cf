import { ArrowRight, LogIn, LogOut, Search, SunMoon, UserPlus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import { registerPath, signInPath } from '#contract/paths.ts';
import { useLocation } from '#web/data/location.tsx';
import { useUser } from '#web/data/session.ts';
import { signOut } from '#web/data/sign-out.ts';
import { switchTheme } from '#web/data/theme.ts';
import { Modal } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { ChoiceIcon } from './choice-icon.tsx';
import { ChoiceList, ChoiceListSkeleton } from './choice-list.tsx';
import { type Choice, type ChoiceGroup, stepTo } from './choices.ts';
import { filterByWords, pageShortcutsFor } from './page-shortcuts.ts';
import { allPoolsChoice, resultChoices } from './result-choices.tsx';
import { useSearchResults } from './use-search-results.ts';

interface PaletteAction {
  label: Text;
  keywords: Text;
  picture: ReactNode;
  to?: string;
  run?: () => void;
}

function actionsFor(user: CurrentUser | null, here: string): PaletteAction[] {
  return [
    ...(user
      ? []
      : [
          {
            label: t`Sign In`,
            keywords: t({
              message: 'log in login',
              context: 'words that find this action in the search, separated by spaces',
            }),
            picture: <LogIn aria-hidden="true" />,
            to: signInPath(here),
          },
          {
            label: t`Create an account`,
            keywords: t({
              message: 'sign up register get started join',
              context: 'words that find this action in the search, separated by spaces',
            }),
            picture: <UserPlus aria-hidden="true" />,
            to: registerPath(here),
          },
        ]),
    {
      label: t`Switch theme`,
      keywords: t({
        message: 'dark light mode',
        context: 'words that find this action in the search, separated by spaces',
      }),
      picture: <SunMoon aria-hidden="true" />,
      run: switchTheme,
    },
    ...(user
      ? [
          {
            label: t`Sign Out`,
            keywords: t({
              message: 'log out logout',
              context: 'words that find this action in the search, separated by spaces',
            }),
            picture: <LogOut aria-hidden="true" />,
            run: () => void signOut(),
          },
        ]
      : []),
  ];
}

const initialPageCount = 7;

/** Pages and actions that need no request: the most used ones for an empty text, otherwise those that match it. */
function useLocalChoices(text: string): ChoiceGroup[] {
  const user = useUser();
  const { pathname, search } = useLocation();
  const all = pageShortcutsFor(user);
  const allActions = actionsFor(user, pathname + search);
  const pages = text === '' ? all.slice(0, initialPageCount) : filterByWords(all, text);
  const actions = text === '' ? allActions : filterByWords(allActions, text);
  return [
    {
      name: t`Go to`,
      choices: pages.map(({ label, to }) => ({
        key: to,
        label,
        to,
        picture: (
          <ChoiceIcon>
            <ArrowRight aria-hidden="true" />
          </ChoiceIcon>
        ),
      })),
    },
    {
      name: t`Actions`,
      choices: actions.map(({ picture, keywords: _, ...action }) => ({
        ...action,
        key: action.label,
        picture: <ChoiceIcon>{picture}</ChoiceIcon>,
      })),
    },
  ];
}

/** All choices for a text: search results first, then pages and actions. */
function useChoices(text: string) {
  const found = useSearchResults(text);
  const local = useLocalChoices(text);
  const groups = [...(found.data ? resultChoices(found.data, text) : []), ...local].filter(
    ({ choices }) => choices.length > 0,
  );
  return { found, groups };
}

/** Announces the number of results to screen readers. */
function ResultStatus({ text, groups, settled }: { text: string; groups: readonly ChoiceGroup[]; settled: boolean }) {
  const total = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  const message =
    total === 0
      ? t`No results for ${{ search: text }}`
      : t`${plural({ results: total }, { one: '# result', other: '# results' })}`;
  return (
    <p className="sr-only" role="status">
      {text !== '' && settled ? message : ''}
    </p>
  );
}

const queryField = {
  dir: 'auto',
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;

/** The command palette: searches pools, creators and people, opens pages and runs actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { found, groups } = useChoices(text);
  const choices = groups.flatMap((group) => group.choices);
  const [chosenKey, setChosenKey] = useState<string>();
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === chosenKey),
  );
  const active: Choice | undefined = choices[at];
  const optionId = (key: string) => `${id}-${key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text selects the first result again
  useEffect(() => setChosenKey(undefined), [text]);

  const choose = () => {
    // Enter came before the results: open the feed with this search.
    const choice = found.isCurrent || chosenKey ? active : allPoolsChoice(text);
    if (!choice) return;
    onClose();
    if (choice.to) navigate(choice.to);
    else choice.run?.();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      choose();
    }
    const next = choices[stepTo(event.key, at, choices.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    setChosenKey(next.key);
  };
  const empty = text !== '' && found.isCurrent && choices.length === 0;
  return (
    <Modal className="palette" aria-label={t`Search`} onClose={onClose}>
      <div className="palette-field flex items-center gap-3 py-1.5 ps-5 pe-3">
        <Search aria-hidden="true" className="size-5 text-muted" />
        <input
          type="text"
          className="min-h-12.5 min-w-0 flex-1 text-lg outline-none placeholder:text-faint placeholder:opacity-100"
          role="combobox"
          aria-label={t`Search pools, creators, people and pages`}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active.key) : undefined}
          placeholder={t`Search pools, creators, people, pages`}
          {...queryField}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKey}
        />
        <button
          type="button"
          className="min-h-8 min-w-11 flex-none rounded-sm bg-sunken px-2.5 py-1 text-sm font-semibold text-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
          onClick={onClose}
        >
          <span className="sr-only">{`${t`Close search:`} `}</span>
          <kbd className="font-text pointer-coarse:hidden">{verbatim('Esc')}</kbd>
          <X aria-hidden="true" className="m-auto hidden size-4.5 pointer-coarse:block" />
        </button>
      </div>
      <div className="flex-1 overflow-y-auto overscroll-contain px-2 pt-1.5 pb-2.5">
        {found.isWaiting ? <ChoiceListSkeleton /> : null}
        {found.error && !found.data ? (
          <ErrorState
            title={t`Search failed`}
            error={found.error}
            onRetry={() => void found.refetch()}
            busy={found.isFetching}
          />
        ) : null}
        <ChoiceList
          id={`${id}-list`}
          groups={groups}
          activeKey={active?.key}
          optionId={optionId}
          busy={!found.isCurrent}
          onHover={setChosenKey}
          onChosen={onClose}
        />
        {empty ? (
          <p className="grid gap-0.5 px-5 py-8 text-center text-muted">
            <b className="wrap-anywhere text-ink">{t`No results for “${{ search: text }}”`}</b>
            {t`Check the spelling, or try fewer words.`}
          </p>
        ) : null}
      </div>
      <ResultStatus text={text} groups={groups} settled={found.isCurrent} />
    </Modal>
  );
}
