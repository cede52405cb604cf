import type { Server as HttpServer } from 'node:http';

/** What a pool's watchers see change. */
export interface PoolLive {
  id: string;
  status: string;
  pledgedAmount: number;
  currentAmount: number;
  pledgedPercentage: number;
  paidPercentage: number;
  fanCount: number;
}

export interface Live {
  attach(server: HttpServer): void;
  poolChanged(pool: PoolLive): void;
  userNotified(userId: string, unread: number): void;
  /** Ends the sockets of a session that is over. */
  sessionEnded(sessionId: string): void;
  close(): Promise<void>;
}
