/** A database that becomes unreachable while an archive is sent fails the download, and nothing else. */
import { expect, it } from 'vitest'
import type { Deps } from '#server/money/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { archiveOf } from './archive.ts'

const WANTED = { organizationId: '0199a4c2-1111-7222-8333-444455556666', year: null, drawnOn: '2026-11-25' }

/** Answers this many reads with no rows, and then fails. */
function goneAfter(reads: number): Pick<Deps, 'db' | 'studio'> {
  let left = reads
  const query = async (): Promise<never[]> => {
    left -= 1
    if (left < 0) throw new Error('the database is gone')
    return []
  }
  const db = { query, prepared: query, together: query } as unknown as Db
  return { db, studio: { draw: async () => Buffer.alloc(0) } } as unknown as Pick<Deps, 'db' | 'studio'>
}

it.each([
  { reads: 0, what: 'first page' },
  { reads: 1, what: 'list' },
])(
  'an archive fails when the database goes away while its $what is read, and the process lives',
  async ({ reads }) => {
    const archive = archiveOf(goneAfter(reads), WANTED)
    await expect(new Response(archive).arrayBuffer()).rejects.toThrow('the database is gone')
  },
)
