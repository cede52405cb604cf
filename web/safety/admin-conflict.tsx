import { UserCheck } from 'lucide-react';
import type { Winner } from '#contract/app-error.ts';
import { AppError } from '#contract/app-error.ts';
import { msg } from '#contract/language/text.ts';
import { userPath } from '#contract/paths.ts';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** The admin who acted first, if an action was refused for that reason. */
export function winnerOf(error: unknown): Winner | undefined {
  return error instanceof AppError ? error.details.winner : undefined;
}

/** Shows an admin the person who acted first, their action and its time. */
export function AdminConflict({ winner, message }: { winner: Winner; message: string }) {
  return (
    <div className="fact-sheet grid-cols-[auto_minmax(0,1fr)] gap-3" role="alert">
      <UserCheck aria-hidden="true" className="text-accent-text" />
      <div>
        <p className="font-semibold text-ink">{message}</p>
        <p className="text-sm text-muted">
          <RichText
            text={msg`<link>@${{ name: winner.username }}</link>, <when/>. Your action changed nothing.`}
            tags={{
              link: (text) => <TextLink to={userPath(winner.username)}>{text}</TextLink>,
              when: () => <RelativeTime at={winner.at} />,
            }}
          />
        </p>
      </div>
    </div>
  );
}
