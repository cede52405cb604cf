declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** `answersId` is the comment that was answered, where it is an answer; `messageId` the message of the pool's chat that it was. */
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
      /** An admin's own act, or the end of a report that was upheld. */
      through: 'author' | 'admin' | 'report';
    };
  }
}

export {};
