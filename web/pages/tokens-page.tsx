import { Plus } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { tokensMax } from '#contract/token-limits.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { CreateToken } from '#web/accounts/api-tokens/create-token.tsx';
import { usefulScopes } from '#web/accounts/api-tokens/scope-texts.ts';
import { TokenList } from '#web/accounts/api-tokens/token-list.tsx';
import { myTokens, useTokenList } from '#web/accounts/api-tokens/tokens-data.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { DevelopersNote } from '#web/operator/developers/developers-note.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  title: msg`API tokens`,
  description: msg`The API tokens with which programs use your account: create and revoke them.`,
  canonical: paths.apiTokens,
  noindex: true,
  queries: ({ user }) => (user ? [myTokens] : []),
});

const isActive = ({ state }: ApiToken) => state === 'active';

function Notes() {
  return (
    <div className="mt-6 grid max-w-text gap-2 text-sm text-muted">
      <p>{t`All your tokens end when you choose a new password, when all your sessions are ended, and when your account is suspended. The list keeps those that ended for 30 days.`}</p>
      <p>
        <RichText
          text={msg`The <docs>API’s description</docs> says which scope each call needs.`}
          tags={{
            docs: (text) => (
              // A page of the server, not of this app.
              <a href="/api/docs" className="link">
                {text}
              </a>
            ),
          }}
        />
      </p>
    </div>
  );
}

export function Component() {
  const user = useUser();
  const tokens = useData(myTokens);
  const list = useTokenList();
  const ready = useHydrated();
  const [isCreating, setCreating] = useState(false);
  if (!user) return null;
  const isFull = (tokens.data ?? []).filter(isActive).length >= tokensMax;
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      className="disabled:opacity-100!"
      disabled={!ready || isFull}
      onClick={() => setCreating(true)}
    >{t`Create a token`}</Button>
  );
  return (
    <div className="max-w-180">
      <PageHeader
        back={`${paths.settings}#second-factor`}
        title={t`API tokens`}
        lead={t`With a token, one of your programs uses this site in your name, within the limits you set.`}
        actions={tokens.data && tokens.data.length > 0 ? create : null}
      />
      {isFull ? (
        <p className="mb-4 text-muted">{t`You have 20 API tokens, the most allowed. Revoke one first.`}</p>
      ) : null}
      <Loaded
        of={tokens}
        loading={<Skeleton className="h-28 w-full" />}
        failed={t`We couldn’t load your API tokens`}
        empty={(data) =>
          data.length === 0 && (
            <EmptyState title={t`No API tokens yet`} actions={create}>
              {t`Stream bots, spreadsheets and scripts need one. If you don’t run such a program, you don’t need a token.`}
            </EmptyState>
          )
        }
      >
        {(data) => <TokenList tokens={data} />}
      </Loaded>
      <Notes />
      <DevelopersNote section="#first-call" />
      {isCreating ? (
        <CreateToken offered={usefulScopes(user.role)} onClose={() => setCreating(false)} onCreated={list.add} />
      ) : null}
    </div>
  );
}
