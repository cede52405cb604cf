/** The cookie that the server goes by, and the same in the storage. */
export const ageFlag = 'age_verified';
/** When the gate was passed, in milliseconds since 1970; in the storage only. */
export const ageTime = 'age_verified_timestamp';

/** Whether the server knows that this browser has passed the age gate. */
export const serverKnowsAge = () => document.cookie.includes(`${ageFlag}=`);

/** What somebody in this tab does whenever the gate lets through; it may have been passed long ago, or in another tab. */
export const onAgePassed = new Set<() => void>();
