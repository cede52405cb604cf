import { getCreatorMessage } from '#contract/calls/creators.ts';
import { msg, t } from '#contract/language/text.ts';
import { paths, userPath } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { AgeGate } from '#web/age/age-gate.tsx';
import { useParams } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { ReportButton } from '#web/safety/report-button.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link, TextLink } from '#web/ui/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { BackLink } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const messageOf = (id = '') => query(getCreatorMessage, { params: { id } });

export const page = definePage({
  title: msg`Message from a creator`,
  description: msg`A message from a creator to the fans of a pool that you back.`,
  noindex: true,
  queries: ({ params, user }) => (user ? [messageOf(params.id)] : []),
});

export function Component() {
  const { id } = useParams();
  const message = useData(messageOf(id));
  const user = useUser();
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink fallback={paths.notifications} />
      <Loaded of={message} loading={<Skeleton className="h-64 rounded-xl" />} failed={t`We couldn’t load this message`}>
        {(data) => {
          const name = data.creator.displayName ?? data.creator.username;
          const isOwn = user?.id === data.creator.id;
          return (
            <article className="card mt-3 grid gap-5 p-5 md:p-6">
              <header className="flex items-center gap-4">
                <Avatar name={name} src={data.creator.avatarUrl} size={48} />
                <div className="min-w-0">
                  <h1 className="text-xl wrap-anywhere">
                    <RichText
                      text={
                        isOwn
                          ? msg`<creator>${{ name }}</creator> wrote to the fans of a pool`
                          : msg`<creator>${{ name }}</creator> wrote to you`
                      }
                      tags={{
                        creator: (text) => (
                          <Link to={userPath(data.creator.username)} className="hover:underline">
                            {text}
                          </Link>
                        ),
                      }}
                    />
                  </h1>
                  <p className="text-muted wrap-anywhere">
                    <RichText
                      text={msg`About <pool>${{ title: data.poolTitle }}</pool> · ${{ date: fullDate(data.createdAt) }}`}
                      tags={{ pool: (text) => <TextLink to={data.poolPath}>{text}</TextLink> }}
                    />
                  </p>
                </div>
              </header>
              <p className="user-text max-w-text text-lg whitespace-pre-line wrap-anywhere" dir="auto">
                <LinkedText text={data.text} />
              </p>
              <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
                <p className="max-w-text text-sm text-muted">
                  <RichText
                    text={msg`You got this because you backed the pool when it was sent. Choose which notices you get in your <link>settings</link>.`}
                    tags={{ link: (text) => <TextLink to={`${paths.settings}#notifications`}>{text}</TextLink> }}
                  />
                </p>
                {isOwn ? null : <ReportButton kind="pool" id={data.poolId} name={data.poolTitle} small />}
              </footer>
              <AgeGate active={data.adult} onRefuse={() => navigate(paths.notifications)} />
            </article>
          );
        }}
      </Loaded>
    </div>
  );
}
