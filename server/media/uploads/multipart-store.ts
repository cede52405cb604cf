import { type MetadataValue, type Options, S3Store } from '@tus/s3-store';
import { isMissing, type S3Settings, s3ClientConfig } from '#server/platform/data/s3-client.ts';
import { infoSuffix, tailSuffix } from './upload-names.ts';

/** Every node asks S3, because another node may have restarted the upload. */
const noCache: NonNullable<Options['cache']> = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

export function createMultipartStore(settings: S3Settings, idleMs: number): MultipartStore {
  return new MultipartStore({
    s3ClientConfig: { ...s3ClientConfig(settings, idleMs), bucket: settings.bucket },
    cache: noCache,
    useTags: false,
    maxConcurrentPartUploads: 8,
  });
}

/** The store of @tus/s3-store, without its assumption that a missing multipart upload is a finished file. */
export class MultipartStore extends S3Store {
  // Other names than those of unfinished uploads on disk, so that neither kind is taken for the other after a move or a restore.
  protected override infoKey(id: string): string {
    return `${id}${infoSuffix}`;
  }

  protected override partKey(id: string, isIncomplete = false): string {
    return isIncomplete ? `${id}${tailSuffix}` : id;
  }

  /** Throws NoSuchKey or NoSuchUpload if there is no open multipart upload. */
  async receivedBytes(id: string): Promise<number> {
    const parts = await this.retrieveParts(id);
    const incomplete = (await this.getIncompletePartSize(id)) ?? 0;
    return parts.reduce((sum, { Size = 0 }) => sum + Size, incomplete);
  }

  /** Completes a multipart upload whose parts have all arrived. */
  async complete(id: string): Promise<void> {
    await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id));
  }

  /** Frees the parts of an open multipart upload. Harmless if there is none. */
  async abort(id: string): Promise<void> {
    try {
      const { 'upload-id': UploadId }: MetadataValue = await this.getMetadata(id);
      await this.client.abortMultipartUpload({ Bucket: this.bucket, Key: id, UploadId });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
