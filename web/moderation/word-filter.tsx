import { useState } from 'react';
import { getWordFilter, setWordFilter } from '#contract/calls/admin.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { EditClashNotice } from '#web/ui/edit-clash.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { wordFilter } from './chat-queries.ts';

const { blockedWords: most, blockedWordMax } = limits.chat;

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

function faultOf(words: readonly string[]): Text | undefined {
  if (words.length > most) return t`${plural({ words: most }, { other: 'You can block up to # words' })}`;
  const long = words.find((word) => word.length > blockedWordMax);
  return long
    ? t`“${{ word: long.slice(0, 20) }}…” is longer than ${plural({ characters: blockedWordMax }, { other: '# characters' })}`
    : undefined;
}

function Words({ before, version }: { before: readonly string[]; version: number }) {
  const ready = useHydrated();
  /** The typed text, with the version of the words that it changes. */
  const [edit, setEdit] = useState<{ text: string; version: number }>();
  const text = edit?.text;
  /** The version that Save replaces: the one on screen when the admin presses it. */
  const [replaced, setReplaced] = useState<number>();
  const words = linesOf(text ?? before.join('\n'));
  const isOvertaken = edit !== undefined && edit.version !== version;
  const fault = faultOf(words);
  const isChanged = words.join('\n') !== before.join('\n');
  return (
    <div className="card grid gap-4 p-5 sm:p-6">
      {isOvertaken ? (
        <EditClashNotice
          clash={{ mine: { words: edit.text }, theirs: { words: before.join('\n') }, fields: ['words'] }}
          labels={{ words: t`Blocked words` }}
          title={t`Someone has changed the blocked words in the meantime.`}
          scrolls={replaced !== undefined}
          onChoose={(_, whose) => setEdit(whose === 'mine' ? { text: edit.text, version } : undefined)}
        />
      ) : null}
      <TextArea
        label={t`Blocked words`}
        hint={t`One word per line. Upper and lower case don’t matter; a * at the end matches any ending. The filter applies in category, global and pool chats, not in direct conversations.`}
        rows={6}
        spellCheck={false}
        value={text ?? before.join('\n')}
        error={fault}
        disabled={!ready}
        onChange={(event) => setEdit({ text: event.target.value, version: edit?.version ?? version })}
      />
      <footer className="flex flex-wrap gap-2.5">
        <Button
          variant="primary"
          disabled={!ready || !isChanged || fault !== undefined}
          onClick={() => setReplaced(version)}
        >{t`Save…`}</Button>
        {edit ? <Button onClick={() => setEdit(undefined)}>{t`Undo changes`}</Button> : null}
      </footer>
      {replaced !== undefined ? (
        <ActionDialog
          title={t`Change the word filter?`}
          action={t`Save`}
          variant="primary"
          reason={{ label: t`Reason`, hint: t`Recorded in the audit trail.` }}
          run={async (reason = '') => {
            await call(setWordFilter, { body: { blockedWords: words, reason, version: replaced } });
            setEdit(undefined);
          }}
          refresh={[getWordFilter]}
          done={{
            title: t`Saved`,
            description: t`${plural({ words: words.length }, { one: '# word', other: '# words' })} in the filter.`,
          }}
          onClose={() => setReplaced(undefined)}
        >
          <p>
            {t`${plural({ words: words.length }, { one: 'New messages with this word will be refused.', other: 'New messages with any of these # words will be refused.' })} Existing messages stay.`}
          </p>
        </ActionDialog>
      ) : null}
    </div>
  );
}

/** The words that the server refuses in open rooms. */
export function WordFilter() {
  return (
    <Loaded
      of={useData(wordFilter)}
      loading={<Skeleton className="h-72 w-full" />}
      failed={t`We couldn’t load the word filter`}
    >
      {({ blockedWords, version }) => <Words before={blockedWords} version={version} />}
    </Loaded>
  );
}
