import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountCard } from '#web/accounts/account-card.tsx';
import { definePage } from '#web/data/page.ts';
import { useUser } from '#web/data/session.ts';
import { signOut } from '#web/data/sign-out.ts';
import { CardList } from '#web/pledges/card-list.tsx';
import { MyPledges, myPledges } from '#web/pledges/my-pledges.tsx';
import { savedCards } from '#web/pledges/saved-cards.ts';
import { ThemeToggle } from '#web/shell/theme-toggle.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: 'My account',
  description: 'Who you are here, your pledges and what became of them, and your saved cards.',
  noindex: true,
  queries: ({ user }) => (user ? [myPledges, savedCards] : []),
});

function Part({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="mb-3.5">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Component() {
  const user = useUser();
  if (!user) return null;
  return (
    <div className="max-w-[860px]">
      <PageHeader title="My account" />
      <AccountCard user={user} />
      <Part title="My pledges" id="my-pledges">
        <MyPledges />
      </Part>
      <Part title="Saved cards" id="saved-cards">
        <CardList />
      </Part>
      <Part title="This device" id="this-device">
        <div className="card flex flex-wrap items-center justify-between gap-3 p-3">
          <span>
            <ThemeToggle />
          </span>
          <Button icon={<LogOut aria-hidden="true" />} onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </Part>
    </div>
  );
}
