import type { Deps } from '#server/season/deps.ts'
import { mailAmbassadors } from './actions.mail.ts'
import * as store from './store.ts'

/** Automatically sends invitations that had to wait for the campaign's activation or for the next day (R44). */
export async function mailWaitingAmbassadors(deps: Deps): Promise<void> {
  for (const { invitedBy, ...about } of await store.campaignsWithWaiting(deps.db))
    await mailThose(deps, about, invitedBy)
}

const mailThose = (deps: Deps, about: store.MailedFor, by: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const found = await store.notMailed(tx, about.campaignId, by)
    if (found.length > 0) await mailAmbassadors(deps, tx, found, { about, by })
  })
