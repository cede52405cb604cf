declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** `answersId`: the comment that this one replies to. `messageId`: the message of the pool's chat that became this comment. */
    'comment.made': {
      commentId: string;
      poolId: string;
      authorId: string;
      answersId: string | null;
      messageId: string | null;
    };
    'comment.removed': {
      commentId: string;
      poolId: string;
      authorId: string;
      byId: string;
      /** An admin deleted it directly, upheld a report, or disabled it after a takedown notice. */
      through: 'author' | 'admin' | 'report' | 'takedown';
    };
  }
}

export {};
