import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDelivery, faultsOfDelivery, filledLinks, loadDelivery, saveDelivery } from './delivery-draft.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

describe('a delivery draft', () => {
  it('is not shown to the next person in the same browser', () => {
    const draft = { ...emptyDelivery, text: 'the text of ada' };
    saveDelivery('pool', 'ada', draft);
    expect(loadDelivery('pool', 'ada')).toEqual(draft);
    expect(loadDelivery('pool', 'ben')).toEqual(emptyDelivery);
  });

  it('is kept from a release that stored it without the person', () => {
    const old = { ...emptyDelivery, text: 'a text of last week' };
    items.set('deliveryDraft:pool', JSON.stringify(old));
    expect(loadDelivery('pool', undefined)).toEqual(emptyDelivery);
    expect(loadDelivery('pool', 'ada')).toEqual(old);
    expect(loadDelivery('pool', 'ada')).toEqual(old);
    expect([...items.keys()]).toEqual(['deliveryDraft:ada:pool']);
    saveDelivery('pool', 'ada', null);
    expect(loadDelivery('pool', 'ada')).toEqual(emptyDelivery);
  });

  it('needs a file, a text or a link', () => {
    expect(faultsOfDelivery(emptyDelivery, 0).nothing).toBe('Add at least one file, text or link.');
    expect(faultsOfDelivery({ ...emptyDelivery, note: 'only a note' }, 0).nothing).toBeDefined();
    expect(faultsOfDelivery(emptyDelivery, 1)).toEqual({});
    expect(faultsOfDelivery({ ...emptyDelivery, text: 'words' }, 0)).toEqual({});
    expect(faultsOfDelivery({ ...emptyDelivery, links: ['', ' https://a.example '] }, 0)).toEqual({});
  });

  it('accepts only web URLs and names the invalid row', () => {
    const draft = { ...emptyDelivery, links: ['https://a.example', 'javascript:alert(1)', ''] };
    expect(Object.keys(faultsOfDelivery(draft, 1).links ?? {})).toEqual(['1']);
    expect(filledLinks(draft)).toHaveLength(2);
  });
});
