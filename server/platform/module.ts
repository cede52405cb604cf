import type { PersonalData } from './data/personal-data.ts';
import type { RawRoutes, Route } from './http/request-context.ts';
import type { SocketModule } from './live/sockets.ts';
import type { Question } from './postgres/questions.ts';

/** What a domain module gives to the platform. */
export interface Module {
  routes: Route[];
  raw?: RawRoutes[];
  /** What people may send over their sockets. */
  sockets?: SocketModule;
  /** What must always hold of its data; `cli check` and every test ask. */
  questions?: readonly Question[];
  /** What it knows of a person; the data export holds all of it. */
  personalData?: readonly PersonalData[];
  /** Runs once at start, when jobs can be enqueued and before the first request. */
  start?(): Promise<void>;
}
