/** Supporters who get results digests, and what they get. */
import { sql } from '#server/platform/db/database.ts'
import { notifyResults } from '#server/season/digests/send.ts'
import { pledge } from '#tests/fixtures.ts'
import { app, org, season } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  messageId: string
  unsubscribeUrl: string | null
}
export const digests = async (): Promise<Mail[]> =>
  (await deliveredMails(app.deps.db, sql`kind = 'results_digest'`)).toSorted((a, b) =>
    a.to.localeCompare(b.to),
  )
export const sendDigests = () => notifyResults(app.deps)
export const HARBOR = { opponent: 'Harbor', startTime: '2026-09-09T18:00:00Z' }
export const BAY = { opponent: 'Bay', startTime: '2026-09-10T14:00:00Z' }
export const pledged = (lines: Parameters<typeof pledge>[2]['lines'], most = '300.00') =>
  pledge(org, season, { lines, most, method: 'check' })
