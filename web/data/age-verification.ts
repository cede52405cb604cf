/** Name of the cookie that the server reads, and of the same flag in local storage. */
export const ageVerifiedKey = 'age_verified';
/** Local storage only: when the visitor passed the gate, in milliseconds since 1970. */
export const ageVerifiedAtKey = 'age_verified_timestamp';

/** Whether this browser sends the age cookie to the server. */
export const hasAgeCookie = () => document.cookie.includes(`${ageVerifiedKey}=`);

/**
 * Runs in this tab whenever the gate lets the visitor through, even if the visitor passed it earlier or in another tab. Client only:
 * only event handlers and effects write it.
 */
export const ageVerifiedListeners = new Set<() => void>();
