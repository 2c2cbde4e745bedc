/**
 * A creation whose answer was lost keeps its key, also if the form is changed before the next press: under a used key the server
 * creates nothing, so that one press creates one record.
 */
import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import type { Api } from './api.ts'
import { ApiError, bodyOf } from './api-error.ts'
import type { Intent, Request } from './write.ts'

/** What was sent under a key, in its order, and not answered. */
export const Sent = z.object({ key: z.string(), bodies: z.array(z.string()).min(1) })
export type Sent = z.infer<typeof Sent>

type Store = { read: () => Sent | null; change: (sent: Sent | null) => void }

export function keptIntent({ read, change }: Store): Required<Intent> {
  const others = (request: string): string[] => read()?.bodies.filter((one) => one !== request) ?? []
  return {
    keyFor: (request) => {
      const key = read()?.key ?? uuid()
      change({ key, bodies: [...others(request), request] })
      return key
    },
    madeBefore: (error, { write, key, request }) =>
      madeBefore(error, { write, key, others: others(request) }),
    // A refused change says nothing of what was sent before it.
    refused: (request, error) => {
      const bodies = others(request)
      const sent = read()
      change(sent && bodies.length > 0 && !isUsedKey(error) ? { ...sent, bodies } : null)
    },
    answered: () => change(null),
  }
}

const isUsedKey = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_mismatch'

/**
 * What an earlier press made whose answer was lost: the server returns it for that press, and only for that.
 * @throws the given error if it is another one, or none of them made anything.
 */
async function madeBefore(
  error: unknown,
  { write, key, others }: { write: Api['write']; key: string; others: readonly string[] },
): Promise<unknown> {
  if (!isUsedKey(error)) throw error
  for (const body of others) {
    const { method, path, payload } = JSON.parse(body) as Request
    try {
      return await bodyOf(await write(method, path, payload, { idempotencyKey: key }))
    } catch (again) {
      if (!isUsedKey(again)) throw again
    }
  }
  throw error
}
