/** Where uploaded files are stored: the data folder, or a bucket that several machines share. */
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '#server/platform/config/config.ts'

export type Files = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null: there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Everything whose key begins with this folder. */
  deleteFolder(folder: string): Promise<void>
}

type Settings = Pick<Config, 'dataDir' | 's3'>

/** @throws if a bucket is set and its packages are not installed, with the command that installs them. */
export async function createFiles({ dataDir, s3 }: Settings): Promise<Files> {
  const driver = s3 ? await bucketDriver(s3) : folderDriver(dataDir)
  const disk = new Disk(driver)
  return {
    put: (key, bytes, type) => disk.put(key, bytes, { contentType: type }),
    get: async (key) => {
      try {
        return new Uint8Array(await disk.getBytes(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    // Bypasses the disk, which strips the slash: in a bucket `b` would also be a prefix of `bb`.
    deleteFolder: (folder) => driver.deleteAll(`${folder}/`),
  }
}

const folderDriver = (dataDir: string) =>
  new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' })

const FALLBACK_REGION = 'us-east-1'

async function bucketDriver(s3: NonNullable<Settings['s3']>) {
  const { S3Driver } = await import('flydrive/drivers/s3').catch((error: { code?: string }) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      'S3_BUCKET is set, and the packages that reach a bucket are not installed: install them with npm ci, or leave S3_BUCKET out to keep files in the data folder',
    )
  })
  const { accessKeyId, secretAccessKey, endpoint } = s3
  return new S3Driver({
    bucket: s3.bucket,
    region: s3.region ?? FALLBACK_REGION,
    visibility: 'private',
    supportsACL: false,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  })
}

/** Both drivers wrap the original error: no such file on disk, no such key in a bucket. */
function isMissing(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: { code?: string; name?: string } }
  return cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey'
}

/** The disk, its quota or the bucket is full. */
export function isOutOfRoom(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || statusOf(error) === INSUFFICIENT_STORAGE) return true
  return cause !== undefined && isOutOfRoom(cause)
}

const INSUFFICIENT_STORAGE = 507

const statusOf = (error: unknown): number | undefined =>
  ((error ?? {}) as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
