import { describe, expect, it } from 'vitest';
import { appError } from '#contract/errors.ts';
import { responseError } from '#web/data/failures.ts';
import { loginFailure, providerFailure, registerFailure } from './auth-errors.ts';
import { targetOf } from './auth-navigation.ts';

describe('sign-in and registration errors', () => {
  it('shows the fixed message for wrong credentials', () => {
    expect(loginFailure(appError('not_signed_in', { message: () => 'no' }))).toBe(
      'Invalid username or password. Please check your credentials and try again.',
    );
  });

  it('shows the server’s message, and the status text of a 5xx error', () => {
    expect(loginFailure(appError('rate_limited', { message: () => 'Wait a minute.' }))).toBe('Wait a minute.');
    expect(loginFailure(appError('internal', { message: () => 'secret' }))).toBe('Internal Server Error');
    expect(registerFailure(appError('unavailable')).message).toBe('Service Unavailable');
  });

  it.each([
    [500, '', JSON.stringify({ code: 'internal', message: 'secret' }), 'Internal Server Error'],
    [500, 'Internal Server Error', 'oops', 'Internal Server Error'],
    [502, 'Bad Gateway', '<html><body>502 Bad Gateway</body></html>', 'Bad Gateway'],
    [502, '', '<html><body>502 Bad Gateway</body></html>', 'Bad Gateway'],
    [504, '', '', 'Gateway Timeout'],
    [520, 'Web Server Returned an Unknown Error', '', 'Web Server Returned an Unknown Error'],
    [429, '', JSON.stringify({ code: 'rate_limited', message: 'Wait a minute.' }), 'Wait a minute.'],
    [422, 'Unprocessable Entity', 'Nope', 'Nope'],
  ])('shows status %i %s with body %j as %j', (status, statusText, body, message) => {
    const failure = responseError(status, statusText, body);
    expect(loginFailure(failure)).toBe(message);
    expect(registerFailure(failure).message).toBe(message);
  });

  it.each([
    ['an empty body', 422, ''],
    ['a JSON body without a message', 400, '{}'],
    ['the page of a proxy', 403, '<html><body>Blocked</body></html>'],
    ['an unknown status without a text', 599, ''],
  ])('falls back to a general message for %s', (_what, status, body) => {
    const failure = responseError(status, '', body);
    expect(loginFailure(failure)).toBe('Login failed. Please try again.');
    expect(registerFailure(failure).message).toBe('Registration failed. Please try again.');
  });

  it('distinguishes a taken email from a taken username', () => {
    expect(registerFailure(appError('email_taken')).field).toBe('email');
    expect(registerFailure(appError('username_taken')).field).toBe('username');
    expect(registerFailure(appError('validation_failed')).field).toBeUndefined();
  });

  it('finds the field of a refused registration in any language, by what the server names first', () => {
    const refused = (fields: Record<string, string>) =>
      responseError(400, '', JSON.stringify({ code: 'validation_failed', message: Object.values(fields)[0], fields }));
    expect(registerFailure(refused({ email: 'Zu lang.' })).field).toBe('email');
    expect(registerFailure(refused({ username: 'Zu lang.', email: 'Zu lang.' })).field).toBe('username');
    expect(registerFailure(refused({ password: 'Not your username or email.' }))).toEqual({
      message: 'Not your username or email.',
    });
    expect(registerFailure(responseError(400, '', 'Email already exists')).field).toBe('email');
    expect(registerFailure(responseError(400, '', 'That username exists')).field).toBe('username');
  });

  it('translates error codes of providers into messages', () => {
    expect(providerFailure(null)).toBeUndefined();
    expect(providerFailure('google_not_set_up')).toBe('Google sign-in isn’t set up on this site.');
    expect(providerFailure('address_unverified')).toContain('Confirm it with the provider');
    for (const code of ['made-up', 'constructor', '__proto__'])
      expect(providerFailure(code)).toContain('didn’t complete');
  });
});

describe('the redirect after sign-in', () => {
  const target = (redirect: string) => targetOf(new URLSearchParams({ redirect }));

  it('leads only to our own pages, and never back to sign-in', () => {
    expect(target('/pool/create?creator=a')).toBe('/pool/create?creator=a');
    for (const bad of ['//evil.example', 'https://evil.example', '/\\evil', '/auth', '/auth?mode=register']) {
      expect(target(bad)).toBe('/');
    }
    expect(target('/authors')).toBe('/authors');
    expect(target('/auth/link')).toBe('/auth/link');
    expect(target('/auth/link?redirect=/auth')).toBe('/');
  });
});
