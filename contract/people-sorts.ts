/** Orders of the list of people. `pools` and `backs`: the most first. A search without an order has the best match first. */
export const peopleSorts = ['newest', 'name', 'pools', 'backs'] as const;
export type PeopleSort = (typeof peopleSorts)[number];
