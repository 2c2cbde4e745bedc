/** Changing a pledge by its link, as its page and its mail do (R58). */

import type { LineChangePreview } from '#domain/schemas/pledge.ts'
import type { ChangeConfirmed, ChangeRequested, RequestedChange } from '#domain/schemas/pledge-link.ts'
import { subjectOfLink } from '#server/messaging/links/index.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Answer, TestApp } from './app.ts'
import type { Season } from './fixtures.ts'
import { callFrom, ownBrowser } from './guests.ts'
import { formOf, type LineChange } from './line-changes.ts'
import { deliveredMails } from './mails.ts'

/** From the link's page: shown first, then requested. */
export async function ask(
  app: TestApp,
  season: Season,
  token: string,
  change: LineChange,
  { address = null, agreedMaximum }: { address?: string | null; agreedMaximum?: string } = {},
): Promise<Answer<ChangeRequested>> {
  const form = formOf(season, change)
  const shown = await app.visitor.get<LineChangePreview>(
    `/api/pledge-links/${token}/changes/preview?${new URLSearchParams(form)}`,
  )
  const most = agreedMaximum ?? (shown.status === 200 ? shown.body.most : '1.00')
  return callFrom<ChangeRequested>(app, address, `/api/pledge-links/${token}/changes`, {
    ...form,
    agreedMaximum: most,
  })
}

/** A lower maximum, no pledge at all, or another card. */
export const askWhole = (
  app: TestApp,
  token: string,
  change: { kind: 'lower'; maximumAmount: string } | { kind: 'cancel' | 'card' },
): Promise<Answer<ChangeRequested>> =>
  callFrom<ChangeRequested>(app, null, `/api/pledge-links/${token}/changes`, change)

const mailsTo = (app: TestApp, pledgeId: string, kind: string) =>
  deliveredMails(app.deps.db, sql`pledge_id = ${pledgeId} and kind = ${kind}`)

/** The secret in the newest mail that asks for a confirmation. */
export async function newestChangeToken(app: TestApp, pledgeId: string): Promise<string> {
  const mails = await mailsTo(app, pledgeId, 'pledge_change_request')
  return /\/change\/([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

/** The cookie of the browser in which the change was requested. */
export async function browserOfChange(app: TestApp, token: string): Promise<Record<string, string>> {
  return ownBrowser(app, await subjectOfLink(app.deps.db, 'change', token))
}

export const lookAtChange = async (app: TestApp, token: string): Promise<Answer<RequestedChange>> =>
  app.visitor.get<RequestedChange>(`/api/pledge-change-links/${token}`, await browserOfChange(app, token))

/** The button: it sends the maximum that the page shows. */
export async function confirmChange(
  app: TestApp,
  token: string,
  stripePaymentMethodId?: string,
): Promise<Answer<ChangeConfirmed>> {
  const shown = await lookAtChange(app, token)
  const agreedMaximum = (shown.status === 200 && shown.body.preview?.most) || '1.00'
  return app.visitor.post<ChangeConfirmed>(
    `/api/pledge-change-links/${token}/confirmation`,
    { agreedMaximum, stripePaymentMethodId },
    await browserOfChange(app, token),
  )
}

export const refuseChange = (app: TestApp, token: string): Promise<Answer<string>> =>
  app.visitor.post<string>(`/api/pledge-change-links/${token}/refusal`, {})
