import type { Platform } from '#server/platform/platform.ts';
import { listServices, refusalsMax, type ServiceState } from './chat/chat-services.sql.ts';

export interface ChatServices {
  /** Those that channels use. */
  services: readonly ServiceState[];
  /** From this many refused requests in ten minutes on, nothing is sent. */
  refusalsMax: number;
}

/** How the chat services take the requests of this installation, for its operators. */
export const readChatServices = async ({ db }: Pick<Platform, 'db'>): Promise<ChatServices> => ({
  services: await listServices(db.sql),
  refusalsMax,
});
