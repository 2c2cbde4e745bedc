/** An S3 store in this process: a server that checks signatures and answers as S3 does, with one empty bucket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The only account that the server knows. */
const ACCOUNT = 'S3RVER'
const BUCKET = 'pictures'

export type S3Store = {
  /** The settings of a program that keeps its pictures here. */
  env: Record<string, string>
  close(): Promise<void>
}

export async function openS3Store(): Promise<S3Store> {
  const directory = await mkdtemp(join(tmpdir(), 's3-store-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  return {
    env: {
      S3_BUCKET: BUCKET,
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: ACCOUNT,
      S3_SECRET_ACCESS_KEY: ACCOUNT,
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
