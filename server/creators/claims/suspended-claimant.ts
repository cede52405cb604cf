import { type AppError, appError } from '#contract/errors.ts';

/** The error for an admin who approves what a suspended person asked for. */
export const claimantIsSuspended = (what: 'application' | 'claim'): AppError =>
  appError('conflict', {
    message: `This person is suspended. Lift the suspension before you approve, or reject the ${what}.`,
  });
