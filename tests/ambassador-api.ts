/** A campaign whose ambassadors are invited by mail and join. */
import { afterAll, beforeAll } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import { sql } from '#server/platform/db/database.ts'
import { ambassadorRoutes } from '#server/season/ambassadors/routes.ts'
import { deliveredMails } from '#tests/mails.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'

export let api: NounApi
export let owner: string
export let lions: string
export let campaign: string

/** Opens the API once, with one campaign. */
export function setUpAmbassadors(): void {
  beforeAll(async () => {
    api = await createNounApi(ambassadorRoutes)
    owner = await api.addUser()
    lions = await api.addOrganization(owner)
    campaign = await api.addCampaign(lions, { name: 'Spring Cup' })
  })
  afterAll(() => api.close())
}

export const path = (id = campaign, ambassador?: string) =>
  `/api/campaigns/${id}/ambassadors${ambassador ? `/${ambassador}` : ''}`
export const invite = (email: unknown, as: string | null = owner, id = campaign) =>
  api.call('POST', path(id), { as, body: { email } })
export const invited = async (email: string, id = campaign) =>
  (await invite(email, owner, id)).body as Ambassador
export const join = (token: unknown, as: string | null, id = campaign) =>
  api.call('POST', `${path(id)}/join`, { as, body: { token } })
export const mailsTo = (email: string) => deliveredMails(api.db, sql`to_address = ${email}`)
export const tokenOf = async (email: string) =>
  /join\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
