import type { Database } from '#server/platform/db/database.ts'
import { createSignIn } from '#tests/sessions.ts'
import { idOf, REPRESENTATIVE } from './database.ts'

/** Locks the final settlement of a campaign over the API. Returns the representative's credentials for further requests. */
export async function lockFinal(
  db: Database,
  port: number,
  campaignId: string,
): Promise<{ authorization: string }> {
  const signIn = await createSignIn(db)
  const authorization = `Bearer ${await signIn(idOf('user', REPRESENTATIVE))}`
  const answer = await fetch(`http://127.0.0.1:${port}/api/campaigns/${campaignId}/settlements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ kind: 'final', version: 1 }),
  })
  if (answer.status !== 201)
    throw new Error(`The settlement answered ${answer.status}: ${await answer.text()}`)
  return { authorization }
}
