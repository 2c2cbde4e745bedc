import { z } from 'zod'
import { shortCode } from '#domain/billing/lookup.ts'
import { fileSafe } from '#domain/csv.ts'
import { type Access, accessTo } from '#server/accounts/access/index.ts'
import { creditedBy } from '#server/season/ambassadors/index.ts'
import type { Deps } from './deps.ts'

/** Accepts anything: an invalid code gives the plain link, never a refusal to print one. */
export const RefQuery = z.object({ ref: z.string().optional() })
/** The same, or straight to the pledge without an account. */
export const CodeQuery = RefQuery.extend({ to: z.literal('pledge').optional() })

const REFERRAL_CODE = /^[A-Z2-9]{6,12}$/

type CampaignLink = { link: string; short: string; code: string | null; campaign: Access }

/** The address to pass on: an ambassador's while their code credits someone, otherwise the plain one. A draft has none. */
export async function linkFor(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  campaignId: string,
  ref: string | undefined,
): Promise<CampaignLink> {
  const campaign = await accessTo(db, null, campaignId)
  const asked = ref?.trim().toUpperCase() ?? ''
  const [credited] = REFERRAL_CODE.test(asked) ? await creditedBy(db, campaignId, asked) : []
  const code = credited?.ambassadorReferralCode ?? null
  return {
    link: `${config.appUrl}/campaigns/${campaignId}${code ? `?ref=${code}` : ''}`,
    short: `${config.appUrl.replace(/^https?:\/\//, '')}/c/${code ?? shortCode(campaignId)}`,
    code,
    campaign,
  }
}

/** The campaign's page of a link, or its page for pledging without an account. */
export const leadingTo = (link: string, to: 'pledge' | undefined): string =>
  to === undefined ? link : link.replace(/(\/campaigns\/[^?]+)/, `$1/${to}`)

/** The file name for saving it. */
export const fileName = (name: string, ending: string): Record<string, string> => ({
  'Content-Disposition': `inline; filename="${fileSafe(name) || 'campaign'}-${ending}"`,
})
