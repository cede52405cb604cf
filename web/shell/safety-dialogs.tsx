import type { UserSummary } from '#contract/accounts.ts';
import { MuteDialog } from '#web/moderation/mute-dialog.tsx';
import { ReportDialog } from '#web/moderation/report-dialog.tsx';
import { BlockDialog } from '#web/people/block-person.tsx';

interface ReportProps {
  id: string;
  /** Completes "Report …". */
  what: string;
  onClose: () => void;
}

/** Tells the admins of a message. */
export function ReportMessage(props: ReportProps) {
  return <ReportDialog kind="message" {...props} />;
}

interface MuteProps {
  person: UserSummary;
  roomId: string;
  onClose: () => void;
}

/** An admin keeps somebody from writing where they are. */
export function MutePerson(props: MuteProps) {
  return <MuteDialog {...props} roomName="this chat" />;
}

interface BlockProps {
  person: UserSummary;
  onClose: () => void;
  onBlocked: () => void;
}

/** From where people talk: what was blocked is gone from there. */
export function BlockPerson(props: BlockProps) {
  return <BlockDialog {...props} />;
}
