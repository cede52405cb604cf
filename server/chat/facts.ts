declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A message mentions people or replies to someone; the sender is left out. An edit addresses the people that it mentions newly. */
    'message.addressed': {
      messageId: string;
      senderId: string;
      mentionedIds: string[];
      answeredId: string | null;
      /** The number of the edit in the room; absent for a new message. */
      editSeq?: number;
    };
    /** A person replaced the text and the mentions of their message. Published inside the transaction. */
    'message.edited': { messageId: string };
    'message.direct': { messageId: string; conversationId: string; senderId: string; recipientId: string };
    /** A person has read a room up to its last message. Published inside the transaction. */
    'room.read': { roomId: string; userId: string };
    /** A message was deleted with its whole thread; `messageIds` has all of them. */
    'message.removed': {
      messageId: string;
      messageIds: string[];
      senderId: string;
      byId: string;
      /** Deleted by the sender, by an admin with a reason, or because an admin upheld a report. */
      through: 'sender' | 'admin' | 'report';
      reason: string | null;
      ip: string;
    };
    /** An admin changed the rules of the chat. Published inside the transaction, for the audit trail. */
    'chat.moderated': {
      actorId: string;
      action: 'room.slow_mode' | 'room.muted' | 'room.unmuted' | 'chat.word_filter';
      targetKind: 'room' | 'chat';
      targetId: string;
      before: Record<string, string | boolean | null>;
      after: Record<string, string | boolean | null>;
      reason: string | null;
      ip: string;
      /** The muted person. */
      concerned: 'no_one' | readonly string[];
    };
  }
}

export {};
