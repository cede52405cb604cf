import { paths } from '#contract/paths.ts';
import { DataSettings } from '#web/accounts/data-settings.tsx';
import { DeleteAccount } from '#web/accounts/delete-account.tsx';
import { EmailProblem } from '#web/accounts/email-problem.tsx';
import { EmailSettings } from '#web/accounts/email-settings.tsx';
import { InterestSettings } from '#web/accounts/interest-settings.tsx';
import { myInterests } from '#web/accounts/interests-data.ts';
import { interestChoices } from '#web/accounts/interests-field.tsx';
import { NotificationSettings } from '#web/accounts/notification-settings.tsx';
import { PasswordSettings } from '#web/accounts/password-settings.tsx';
import { PrivacySettings } from '#web/accounts/privacy-settings.tsx';
import { ProfileSettings } from '#web/accounts/profile-settings.tsx';
import { myPush } from '#web/accounts/push-device.ts';
import { SessionList } from '#web/accounts/session-list.tsx';
import { accountSettings, mySessions, noticeChoices } from '#web/accounts/settings-data.ts';
import { SettingsFrame } from '#web/accounts/settings-frame.tsx';
import { ChatSettings } from '#web/chat/chat-settings.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { BlockedPeople, myBlocks } from '#web/people/blocked-people.tsx';
import { CardList } from '#web/pledges/card-list.tsx';
import { savedCards } from '#web/pledges/saved-cards.ts';
import { ThemeChooser } from '#web/shell/theme-choice.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: 'Settings',
  description:
    'Your profile, email, password, sessions, notifications, chats, cards and data, and how to delete your account.',
  canonical: paths.settings,
  noindex: true,
  queries: ({ user }) =>
    user
      ? [accountSettings, mySessions, noticeChoices, myPush, savedCards, myBlocks, myInterests, interestChoices]
      : [],
});

export function Component() {
  const user = useUser();
  const settings = useData(accountSettings);
  if (!user) return null;
  if (!settings.data) {
    return (
      <>
        <PageHeader title="Settings" />
        {settings.error ? (
          <ErrorState
            title="We couldn’t load your settings"
            error={settings.error}
            onRetry={() => void settings.refetch()}
            busy={settings.isFetching}
          />
        ) : (
          <Skeleton className="h-120 w-full max-w-5xl" />
        )}
      </>
    );
  }
  const { data } = settings;
  return (
    <>
      <PageHeader title="Settings" lead={`Signed in as @${user.username}.`} />
      <EmailProblem user={user} problem={data.emailProblem} />
      <SettingsFrame
        parts={[
          { id: 'profile', title: 'Profile', content: <ProfileSettings user={user} /> },
          {
            id: 'privacy',
            title: 'Privacy',
            content: <PrivacySettings user={user} />,
          },
          {
            id: 'interests',
            title: 'Interests',
            lead: 'Your home page shows pools in these categories first.',
            content: <InterestSettings />,
          },
          { id: 'email', title: 'Email', content: <EmailSettings user={user} settings={data} /> },
          {
            id: 'password',
            title: 'Password',
            lead: 'Changing it signs you out on all other devices.',
            content: <PasswordSettings settings={data} />,
          },
          { id: 'sessions', title: 'Sessions', lead: 'Where you are signed in.', content: <SessionList /> },
          {
            id: 'notifications',
            title: 'Notifications',
            lead: 'Choose what we notify you about, and where. You always get messages about your account’s security.',
            content: <NotificationSettings />,
          },
          { id: 'chat', title: 'Chat', lead: 'On this device.', content: <ChatSettings /> },
          {
            id: 'cards',
            title: 'Saved cards',
            lead: 'We charge your pledges to these cards. Only the card processor has the numbers.',
            content: <CardList />,
          },
          {
            id: 'blocked',
            title: 'Blocked people',
            lead: 'People you block aren’t notified.',
            content: <BlockedPeople />,
          },
          { id: 'theme', title: 'Theme', lead: 'On this device.', content: <ThemeChooser /> },
          { id: 'data', title: 'Your data', content: <DataSettings /> },
          { id: 'delete', title: 'Delete account', content: <DeleteAccount user={user} settings={data} /> },
        ]}
      />
    </>
  );
}
