import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSignIn } from '#tests/sessions.ts'
import { idOf, REPRESENTATIVE } from './database.ts'

/** What a representative locks: the version that a fresh preview shows, before the season's end if need be. */
export async function formToLock(address: string, authorization: string): Promise<string> {
  const shown = await fetch(`${address}/preview?kind=final`, { headers: { authorization } })
  if (!shown.ok) throw new Error(`The preview answered ${shown.status}: ${await shown.text()}`)
  const { version, previewId, blockers } = (await shown.json()) as SettlementPreview
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Ended early' }))
  return JSON.stringify({ kind: 'final', version, previewId, declared })
}

/** Locks the final settlement of a campaign over the API. Returns the representative's credentials for further requests. */
export async function lockFinal(
  db: Database,
  port: number,
  campaignId: string,
): Promise<{ authorization: string }> {
  const signIn = await createSignIn(db)
  const authorization = `Bearer ${await signIn(idOf('user', REPRESENTATIVE))}`
  const address = `http://127.0.0.1:${port}/api/campaigns/${campaignId}/settlements`
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: await formToLock(address, authorization),
  })
  if (answer.status !== 201)
    throw new Error(`The settlement answered ${answer.status}: ${await answer.text()}`)
  return { authorization }
}
