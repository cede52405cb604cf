declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A creator sent a message to everyone who backs a pool. */
    'creator.message_sent': { messageId: string };
    /** A fan thanked the creator of a delivery. */
    'thanks.sent': { thanksId: string; poolId: string };
  }
}

export {};
