declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** Somebody is named in a message, or answered by it; never its sender. */
    'message.addressed': { messageId: string; senderId: string; mentionedIds: string[]; answeredId: string | null };
    'message.direct': { messageId: string; conversationId: string; senderId: string; recipientId: string };
    /** Somebody has seen what stands in a room by now; told inside the transaction. */
    'room.read': { roomId: string; userId: string };
    /** Gone, with everything below it; `messageIds` are all of them. */
    'message.removed': {
      messageId: string;
      messageIds: string[];
      senderId: string;
      byId: string;
      /** The sender, an admin's own act with its reason, or the end of a report that was upheld. */
      through: 'sender' | 'admin' | 'report';
      reason: string | null;
      ip: string;
    };
    /** An admin changed the rules of the chat; told inside the transaction, for the audit trail. */
    'chat.moderated': {
      actorId: string;
      action: 'room.slow_mode' | 'room.muted' | 'room.unmuted' | 'chat.word_filter';
      targetKind: 'room' | 'chat';
      targetId: string;
      before: Record<string, string | boolean | null>;
      after: Record<string, string | boolean | null>;
      reason: string | null;
      ip: string;
    };
  }
}

export {};
