import type { OrganizationLook } from '#domain/campaigns/crest.ts'
import { looksOf } from '#server/messaging/mails/index.ts'
import type { Deps } from './deps.ts'
import type { PrintedLook } from './letterhead.ts'

/** How the organization of a campaign looks, with its logo as a file: the drawing thread reads none. */
export async function withLogo({ files }: Pick<Deps, 'files'>, look: OrganizationLook): Promise<PrintedLook> {
  const bytes = look.logoUrl ? await files.get(look.logoUrl.slice(1)) : null
  return { ...look, logo: bytes ? Buffer.from(bytes).toString('base64') : null }
}

/** Of the organization whose campaign it is. */
export async function printedLook(
  deps: Pick<Deps, 'db' | 'files'>,
  campaignId: string,
): Promise<PrintedLook | undefined> {
  const look = (await looksOf(deps.db, [campaignId])).get(campaignId)
  return look && withLogo(deps, look)
}
