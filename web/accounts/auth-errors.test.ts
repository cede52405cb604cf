import { describe, expect, it } from 'vitest';
import { appError } from '#contract/errors.ts';
import { googleFailure, loginFailure, registerFailure } from './auth-errors.ts';
import { targetOf } from './enter.ts';

describe('what the sign-in page says', () => {
  it('names wrong credentials whatever the server said', () => {
    expect(loginFailure(appError('not_signed_in', { message: 'no' }))).toBe(
      'Invalid username or password. Please check your credentials and try again.',
    );
  });

  it('gives the server’s message, and the status text of its faults', () => {
    expect(loginFailure(appError('rate_limited', { message: 'Wait a minute.' }))).toBe('Wait a minute.');
    expect(loginFailure(appError('internal', { message: 'secret' }))).toBe('Internal Server Error');
    expect(registerFailure(appError('unavailable')).message).toBe('Service Unavailable');
  });

  it('knows a taken email from a taken username', () => {
    expect(registerFailure(appError('email_taken')).field).toBe('email');
    expect(registerFailure(appError('username_taken')).field).toBe('username');
    expect(registerFailure(appError('validation_failed')).field).toBeUndefined();
  });

  it('puts Google’s codes into words', () => {
    expect(googleFailure(null)).toBeUndefined();
    expect(googleFailure('google_not_set_up')).toBe('This site has not set up Google sign-in.');
    expect(googleFailure('made-up')).toContain('did not complete');
  });
});

describe('where signing in leads', () => {
  const target = (redirect: string) => targetOf(new URLSearchParams({ redirect }));

  it('goes to own pages only, and never back to signing in', () => {
    expect(target('/pool/create?creator=a')).toBe('/pool/create?creator=a');
    for (const bad of ['//evil.example', 'https://evil.example', '/\\evil', '/auth', '/auth?mode=register']) {
      expect(target(bad)).toBe('/');
    }
    expect(target('/authors')).toBe('/authors');
  });
});
