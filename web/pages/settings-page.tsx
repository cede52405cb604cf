import {
  Ban,
  Bell,
  CalendarDays,
  Cast,
  CreditCard,
  Download,
  EyeOff,
  KeyRound,
  Languages,
  Link2,
  Mail,
  MessageCircle,
  MonitorSmartphone,
  ShieldCheck,
  Sparkles,
  SquareTerminal,
  SunMoon,
  Trash2,
  UserRound,
  Webhook,
} from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { msg, t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import { CalendarSettings } from '#web/accounts/calendar-settings.tsx';
import { DataSettings } from '#web/accounts/data-settings.tsx';
import { DeleteAccount } from '#web/accounts/delete-account.tsx';
import { EmailProblem } from '#web/accounts/email-problem.tsx';
import { EmailSettings } from '#web/accounts/email-settings.tsx';
import { InterestSettings } from '#web/accounts/interest-settings.tsx';
import { myInterests } from '#web/accounts/interests-data.ts';
import { interestChoices } from '#web/accounts/interests-field.tsx';
import { LinkedAccounts } from '#web/accounts/linked-accounts.tsx';
import { NotificationSettings } from '#web/accounts/notification-settings.tsx';
import { PasswordSettings } from '#web/accounts/password-settings.tsx';
import { PrivacySettings } from '#web/accounts/privacy-settings.tsx';
import { ProfileSettings } from '#web/accounts/profile-settings.tsx';
import { myPush } from '#web/accounts/push-device.ts';
import { SecondFactorSettings } from '#web/accounts/second-factor-settings.tsx';
import { SessionList } from '#web/accounts/session-list.tsx';
import { accountSettings, myCalendar, mySecondFactor, mySessions, noticeChoices } from '#web/accounts/settings-data.ts';
import { SettingsFrame, type SettingsPart } from '#web/accounts/settings-frame.tsx';
import { ChatSettings } from '#web/chat/chat-settings.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { OverlaysLink } from '#web/overlays/overlays-link.tsx';
import { BlockedPeople, myBlocks } from '#web/people/blocked-people.tsx';
import { CardList } from '#web/pledges/card-list.tsx';
import { savedCards } from '#web/pledges/saved-cards.ts';
import { LanguageChooser } from '#web/shell/language-chooser.tsx';
import { ThemeChooser } from '#web/shell/theme-choice.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: msg`Settings`,
  description: msg`Your profile, email, password, sign-in security, sessions, notifications, chats, cards and data, and how to delete your account.`,
  canonical: paths.settings,
  noindex: true,
  queries: ({ user }) =>
    user
      ? [
          accountSettings,
          mySecondFactor,
          mySessions,
          noticeChoices,
          myCalendar,
          myPush,
          savedCards,
          myBlocks,
          myInterests,
          interestChoices,
        ]
      : [],
});

const accountParts = (user: CurrentUser, data: AccountSettings): readonly SettingsPart[] => [
  {
    id: 'profile',
    title: t`Profile`,
    icon: <UserRound aria-hidden="true" />,
    hint: t`Your name, username, picture and bio`,
    content: <ProfileSettings user={user} />,
  },
  {
    id: 'privacy',
    title: t`Privacy`,
    icon: <EyeOff aria-hidden="true" />,
    hint: t`Who sees the pools you back`,
    content: <PrivacySettings user={user} />,
  },
  {
    id: 'interests',
    title: t`Interests`,
    icon: <Sparkles aria-hidden="true" />,
    hint: t`What your home page shows first`,
    lead: t`Your home page shows pools in these categories first.`,
    content: <InterestSettings />,
  },
  {
    id: 'email',
    title: t`Email`,
    icon: <Mail aria-hidden="true" />,
    hint: verbatim(user.email),
    content: <EmailSettings user={user} settings={data} />,
  },
  {
    id: 'password',
    title: t`Password`,
    icon: <KeyRound aria-hidden="true" />,
    hint: data.hasPassword ? t`Change your password` : t`Set a password`,
    lead: t`Changing it signs you out on all other devices.`,
    content: <PasswordSettings settings={data} />,
  },
  {
    id: 'second-factor',
    title: t`Sign-in security`,
    icon: <ShieldCheck aria-hidden="true" />,
    hint: data.hasSecondFactor ? t`Your second step at sign-in` : t`Add a second step at sign-in`,
    lead: t`A second step keeps your account safe, also if someone learns your password.`,
    content: <SecondFactorSettings />,
  },
  {
    id: 'linked',
    title: t`Linked accounts`,
    icon: <Link2 aria-hidden="true" />,
    hint: t`Sign in with Google or another provider`,
    lead: t`Accounts elsewhere that sign you in here.`,
    content: <LinkedAccounts settings={data} />,
  },
  {
    id: 'sessions',
    title: t`Sessions`,
    icon: <MonitorSmartphone aria-hidden="true" />,
    hint: t`Where you’re signed in`,
    lead: t`Where you’re signed in.`,
    content: <SessionList />,
  },
];

const programParts = (): readonly SettingsPart[] => [
  {
    id: 'webhooks',
    title: t`Webhooks`,
    icon: <Webhook aria-hidden="true" />,
    hint: t`Discord, Slack and your own server`,
    lead: t`Post what happens in your pools in Discord or Slack, or send it to your own server.`,
    content: <LinkButton to={webhooksPath}>{t`Open your webhooks`}</LinkButton>,
  },
  {
    id: 'tokens',
    title: t`API tokens`,
    icon: <SquareTerminal aria-hidden="true" />,
    hint: t`For programs that use your account`,
    lead: t`With a token, one of your programs uses this site in your name, within the limits you set.`,
    content: <LinkButton to={paths.apiTokens}>{t`Open your API tokens`}</LinkButton>,
  },
  {
    id: 'overlays',
    title: t`Stream overlays`,
    icon: <Cast aria-hidden="true" />,
    hint: t`A pool in your live stream`,
    content: <OverlaysLink />,
  },
];

const otherParts = (user: CurrentUser, data: AccountSettings, hasLanguages: boolean): readonly SettingsPart[] => [
  {
    id: 'notifications',
    title: t`Notifications`,
    icon: <Bell aria-hidden="true" />,
    hint: t`What we notify you about, and where`,
    lead: t`Choose what we notify you about, and where. You always get messages about your account’s security.`,
    content: <NotificationSettings />,
  },
  {
    id: 'calendar',
    title: t`Calendar`,
    icon: <CalendarDays aria-hidden="true" />,
    hint: t`Your deadlines in your calendar`,
    content: <CalendarSettings />,
  },
  {
    id: 'chat',
    title: t`Chat`,
    icon: <MessageCircle aria-hidden="true" />,
    hint: t`Pictures, previews and sound`,
    lead: t`On this device.`,
    content: <ChatSettings />,
  },
  {
    id: 'cards',
    title: t`Saved cards`,
    icon: <CreditCard aria-hidden="true" />,
    hint: t`The cards we charge your pledges to`,
    lead: t`We charge your pledges to these cards. Only the card processor has the numbers.`,
    content: <CardList />,
  },
  {
    id: 'blocked',
    title: t`Blocked people`,
    icon: <Ban aria-hidden="true" />,
    hint: t`People you don’t want to hear from`,
    lead: t`People you block aren’t notified.`,
    content: <BlockedPeople />,
  },
  ...(hasLanguages
    ? [
        {
          id: 'language',
          title: t`Language`,
          icon: <Languages aria-hidden="true" />,
          hint: t`Of pages, emails and notifications`,
          content: <LanguageChooser />,
        },
      ]
    : []),
  {
    id: 'theme',
    title: t`Theme`,
    icon: <SunMoon aria-hidden="true" />,
    hint: t`Light, dark or the same as this device`,
    lead: t`On this device.`,
    content: <ThemeChooser />,
  },
  ...programParts(),
  {
    id: 'data',
    title: t`Your data`,
    icon: <Download aria-hidden="true" />,
    hint: t`Download everything we keep about you`,
    content: <DataSettings />,
  },
  {
    id: 'delete',
    title: t`Delete account`,
    icon: <Trash2 aria-hidden="true" />,
    hint: t`Delete your account permanently`,
    content: <DeleteAccount user={user} settings={data} />,
  },
];

export function Component() {
  const user = useUser();
  const { locales } = useSite();
  const settings = useData(accountSettings);
  if (!user) return null;
  if (!settings.data) {
    return (
      <>
        <PageHeader title={t`Settings`} />
        {settings.error ? (
          <ErrorState
            title={t`We couldn’t load your settings`}
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
    <SettingsFrame
      top={
        <>
          <PageHeader title={t`Settings`} lead={t`Signed in as @${{ name: user.username }}.`} />
          <EmailProblem user={user} problem={data.emailProblem} />
        </>
      }
      parts={[...accountParts(user, data), ...otherParts(user, data, locales.length > 1)]}
    />
  );
}
