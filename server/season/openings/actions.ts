/** Who is told once a campaign opens for pledges: one mail, and then nobody knows that they asked (R77). */
import { createHash } from 'node:crypto'
import { opensLater, reasonNotToPledge } from '#domain/campaign-state.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { OpeningChoice, OpeningLinkForm } from '#domain/schemas/opening.ts'
import { openingQuestionMail, queuedMail, queueMail, sendMailsSoon } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import { WrongKey } from '#server/platform/db/sealing.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { countMailTo } from '#server/season/guest-pledges/index.ts'
import * as store from './store.ts'

const HOUR_MS = 3_600_000
const USE = 'opening link'
const NO_LINK = 'This link does not work anymore. Enter your email address again on the campaign’s page.'

/** @throws a 404 for a draft, as for a campaign that does not exist (R23). */
async function publicCampaign(db: Db, campaignId: string): Promise<store.OpeningCampaign> {
  const campaign = await store.campaignOf(db, campaignId)
  if (!campaign) throw notFound('Campaign')
  return campaign
}

async function waitingCampaign(db: Db, campaignId: string, now: Date): Promise<store.OpeningCampaign> {
  const campaign = await publicCampaign(db, campaignId)
  const closedReason = reasonNotToPledge(campaign, now)
  if (opensLater({ ...campaign, closedReason }, now)) return campaign
  throw new DomainError(
    'conflict',
    closedReason ?? 'This campaign is open. You can pledge on its page right away.',
  )
}

/** Nothing is stored of a visitor until they press the button behind the link: it contains what they asked for, sealed. */
const linkFor = ({ config }: Pick<Deps, 'config'>, db: Db, campaignId: string, email: string): string => {
  const sealed = db.sealing.seal(USE, JSON.stringify([campaignId, email]))
  return `${config.appUrl}/campaigns/${campaignId}#${Buffer.from(sealed).toString('base64url')}`
}

function readLink(db: Db, campaignId: string, token: string): string {
  try {
    const [ofCampaign, email] = JSON.parse(db.sealing.open(USE, Buffer.from(token, 'base64url').toString()))
    if (ofCampaign === campaignId.toLowerCase() && typeof email === 'string') return email
  } catch (error) {
    if (!(error instanceof WrongKey || error instanceof SyntaxError || isUnopened(error))) throw error
  }
  throw new DomainError('not_found', NO_LINK)
}

/** What the cipher throws where something was changed or cut off. */
const isUnopened = (error: unknown): boolean =>
  error instanceof Error && /auth|iv|nonce|length/i.test(error.message)

/**
 * Asks a mailbox whether it wants to be told. The answer on screen is the same for every address: at most one such mail an
 * hour for a campaign, counted with the other mails that visitors cause (R59).
 */
export async function askByMail(deps: Deps, campaignId: string, email: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const campaign = await waitingCampaign(tx, campaignId, now)
    const mailbox = createHash('sha256').update(mailboxOf(email)).digest('base64url')
    const hour = Math.floor(now.getTime() / HOUR_MS)
    const idempotencyKey = `opening:${campaign.id}:${mailbox}:${hour}`
    if (await queuedMail(tx, idempotencyKey)) return
    if (!(await countMailTo(deps, tx, { email, organizationId: campaign.organizationId }))) return
    await queueMail(tx, deps.clock, {
      ...{ kind: 'opening_question', idempotencyKey, to: email, campaignId: campaign.id },
      ...openingQuestionMail({ ...campaign, url: linkFor(deps, tx, campaign.id, email) }),
    })
    tx.afterCommit(() => void sendMailsSoon(deps))
  })
}

/** Whether the caller's own mailbox is told. */
export async function ownChoice(db: Db, { userId }: Actor, campaignId: string): Promise<OpeningChoice> {
  await publicCampaign(db, campaignId)
  const email = await store.addressOf(db, userId)
  return { isOn: email !== undefined && (await store.isAsked(db, campaignId, email)) }
}

/** Signed in, one press is enough: the address was confirmed before. */
export async function chooseOwn(
  deps: Deps,
  transact: Transact,
  { userId }: Actor,
  campaignId: string,
  choice: OpeningChoice,
): Promise<OpeningChoice> {
  await publicCampaign(deps.db, campaignId)
  const email = await store.addressOf(deps.db, userId)
  if (email === undefined)
    throw new DomainError('email_unverified', 'Confirm your email address first. Then we can email you.')
  return choose(deps, transact, { campaignId, email, userId }, choice)
}

/** The link is the proof that the mailbox is theirs. */
export const chooseByLink = (
  deps: Deps,
  transact: Transact,
  campaignId: string,
  { token, isOn }: OpeningLinkForm,
): Promise<OpeningChoice> =>
  choose(deps, transact, { campaignId, email: readLink(deps.db, campaignId, token), userId: null }, { isOn })

type Asker = { campaignId: string; email: string; userId: string | null }

function choose(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  { campaignId, email, userId }: Asker,
  { isOn }: OpeningChoice,
): Promise<OpeningChoice> {
  const now = deps.clock.now()
  return transact(async (tx) => {
    if (isOn) await waitingCampaign(tx, campaignId, now)
    const isChanged = isOn
      ? await store.insertRequest(tx, { campaignId, email, at: now })
      : await store.deleteRequest(tx, campaignId, email)
    if (isChanged)
      await audit(tx, deps.clock, {
        ...{ actorId: userId, action: 'campaign.tell_when_open', subject: 'campaign', subjectId: campaignId },
        ...{ campaignId, before: { isOn: !isOn }, after: { isOn } },
      })
    return { isOn }
  })
}
