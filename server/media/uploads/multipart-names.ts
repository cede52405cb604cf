/** `KEY.s3-info` names the multipart upload of an unfinished file. */
export const infoSuffix = '.s3-info';
/** `KEY.s3-tail` holds the bytes at the end of an unfinished file that are too few for a part of S3. */
export const tailSuffix = '.s3-tail';
