import type * as search from '../search.ts';
import { get } from './make-call.ts';

export const searchEverything = get<typeof search.searchEverything>('/api/search');
