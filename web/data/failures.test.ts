import { afterEach, describe, expect, it } from 'vitest';
import { listCategoryMessages, listPoolMessages, openPoolConversation } from '#contract/calls/chat.ts';
import { getCreatorApplication, listCategories, listCreators } from '#contract/calls/creators.ts';
import { getLikeStatus, getPool, listLikeStatuses, listPools } from '#contract/calls/pools.ts';
import { listUpdates } from '#contract/calls/updates-and-comments.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish } from '#contract/language/text.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { failureMessage } from '#web/ui/failure-message.ts';
import {
  asAppError,
  isUnreachable,
  languageHeaders,
  loadFailure,
  ownError,
  refusalOf,
  responseError,
  unreachable,
} from './failures.ts';

const page =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
const errorBody = (code: string, message: string) => JSON.stringify({ code, message });

describe('responseError', () => {
  it.each([
    [409, 'Conflict', errorBody('conflict', 'This changed.'), 'This changed.'],
    [503, 'Service Unavailable', errorBody('unavailable', 'A moment, please.'), 'A moment, please.'],
    [400, 'Bad Request', 'No such category', 'No such category'],
    [500, 'Internal Server Error', 'oops', 'oops'],
    [400, 'Bad Request', '{}', '400 Bad Request'],
    [400, 'Bad Request', '{"message":7}', '400 Bad Request'],
    [422, 'Unprocessable Entity', '{"error":"too long"}', '422 Unprocessable Entity'],
    [404, 'Not Found', '', '404 Not Found'],
    [404, '', '', '404 Not Found'],
    [418, "I'm a teapot", ' \n', "418 I'm a teapot"],
    [599, '', '', '599'],
    [502, 'Bad Gateway', page, '502 Bad Gateway'],
    [502, '', page, '502 Bad Gateway'],
    [409, 'Conflict', errorBody('conflict', ''), '409 Conflict'],
  ])('turns %i %s with the body %j into the message %j', (status, statusText, body, message) => {
    expect(responseError(status, statusText, body).message).toBe(message);
  });

  it('keeps the code of our error bodies and the response status', () => {
    const own = responseError(
      409,
      'Conflict',
      JSON.stringify({ code: 'pool_closed', message: 'Closed.', fields: { a: 'b' } }),
    );
    expect([own.code, own.status, own.details.fields]).toEqual(['pool_closed', 409, { a: 'b' }]);
    const proxy = responseError(502, 'Bad Gateway', page);
    expect([proxy.code, proxy.status]).toEqual(['internal', 502]);
    expect(responseError(401, '', 'null').code).toBe('not_signed_in');
  });
});

describe('loadFailure', () => {
  it.each([
    [500, 'Internal Server Error', errorBody('internal', 'secret'), '500 Internal Server Error'],
    [502, 'Bad Gateway', page, '502 Bad Gateway'],
    [503, '', errorBody('unavailable', 'A moment, please.'), '503 Service Unavailable'],
    [404, 'Not Found', errorBody('not_found', 'We couldn’t find this.'), '404 We couldn’t find this.'],
    [403, 'Forbidden', 'Not for you', '403 Not for you'],
    [404, 'Not Found', '', '404 Not Found'],
    [403, 'Forbidden', page, '403 Forbidden'],
  ])('turns %i %s with the body %j into the message %j', (status, statusText, body, message) => {
    const refusal = responseError(status, statusText, body);
    const failure = loadFailure(getPool, refusal) as Error;
    expect(failure.message).toBe(message);
    expect(failureMessage(refusal)).toBe(message);
    expect(failure).toMatchObject({ code: refusal.code, status });
  });

  it('keeps the server’s message as the cause', () => {
    const failure = loadFailure(getPool, responseError(403, 'Forbidden', errorBody('age_gate', 'For adults.')));
    expect(refusalOf(failure).message).toBe('For adults.');
    // The page renderer receives an error of another bundle, whose class is not ours.
    const plain = Object.assign(new Error('For adults.'), { code: 'age_gate' });
    expect(refusalOf(loadFailure(listPools, plain))).toMatchObject({ code: 'age_gate', message: 'For adults.' });
  });

  it('passes aborts, bugs and lost connections unchanged', () => {
    const abort = new DOMException('Stopped', 'AbortError');
    expect(loadFailure(listPools, abort)).toBe(abort);
    const broken = new TypeError('undefined is not a function');
    expect(loadFailure(listPools, broken)).toBe(broken);
    const lost = unreachable();
    expect(loadFailure(listPools, lost)).toBe(lost);
  });
});

describe('endpoints with a fixed failure message', () => {
  it.each([
    [listCategories, 'Failed to fetch categories'],
    [listCategoryMessages, 'Failed to fetch category messages'],
    [openPoolConversation, 'Failed to get pool conversation'],
    [listPoolMessages, 'Failed to fetch pool messages'],
    [listPools, 'Failed to fetch pools'],
    [getLikeStatus, 'Failed to fetch like status'],
    [listCreators, 'Failed to fetch creators'],
    [getCreatorApplication, 'Failed to fetch creator application'],
    [listUpdates, 'Failed to fetch updates'],
    [listLikeStatuses, 'Failed to fetch like status'],
  ])('$path fails with "%s"', (endpoint, message) => {
    for (const refusal of [appError('internal'), responseError(502, 'Bad Gateway', page), responseError(404, '', '')]) {
      expect(loadFailure(endpoint, refusal)).toMatchObject({ message, status: refusal.status });
    }
  });
});

describe('in another language', () => {
  afterEach(speakEnglish);
  const speakLoudly = () => speak((message) => inEnglish(message).toUpperCase());
  const refusal = {
    code: 'validation_failed',
    message: 'Too long.',
    fields: { name: 'Too long.' },
    translated: { message: 'Zu lang.', fields: { name: 'Zu lang.' } },
  };

  it('asks the server for its texts in that language, and for none in English', () => {
    expect(languageHeaders()).toEqual({});
    speakLoudly();
    expect(languageHeaders()).toEqual({ 'x-language': 'de' });
  });

  it('shows the translated texts of a refusal', () => {
    speakLoudly();
    const error = responseError(400, 'Bad Request', JSON.stringify(refusal));
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: 'Zu lang.',
      details: { fields: { name: 'Zu lang.' } },
    });
    expect(failureMessage(error)).toBe('400 Zu lang.');
  });

  it.each([null, 'Zu lang.', 7, {}, []])('shows the English message if the translation is %j', (translated) => {
    const error = responseError(400, '', JSON.stringify({ ...refusal, translated }));
    expect(error).toMatchObject({ message: 'Too long.', details: { fields: { name: 'Too long.' } } });
  });

  it('translates the status text that a server or a proxy sent', () => {
    speakLoudly();
    expect(responseError(502, 'Bad Gateway', page).message).toBe('502 BAD GATEWAY');
    expect(responseError(418, "I'm a teapot", '').message).toBe("418 I'm a teapot");
  });

  it('recognizes a lost connection, and no other error', () => {
    const english = unreachable();
    speakLoudly();
    expect([english, unreachable()].map(isUnreachable)).toEqual([true, true]);
    const { message } = english;
    const others = [ownError('unavailable'), responseError(503, '', errorBody('unavailable', message)), { message }];
    expect(others.map(isUnreachable)).toEqual([false, false, false]);
    expect(isUnreachable(asAppError(unreachable()))).toBe(true);
    expect(loadFailure(listPools, english)).toBe(english);
  });
});
