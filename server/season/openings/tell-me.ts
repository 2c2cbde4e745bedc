/** Who is told once a campaign opens for pledges: one mail, and then nobody knows that they asked (R77). */
import { opensLater, reasonNotToPledge } from '#domain/campaigns/campaign-state.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import type { OpeningChoice, OpeningLinkForm } from '#domain/schemas/opening.ts'
import {
  openedMail,
  openingQuestionMail,
  queuedMail,
  queueMail,
  queueMails,
  sendMailsSoon,
} from '#server/messaging/mails/index.ts'
import { provenAddressOf } from '#server/messaging/preferences/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { countMailTo, mailboxMark } from '#server/season/pledges/guests/index.ts'
import * as store from './store.ts'

const BATCH = 500
const MAX_BATCHES = 200

/**
 * Mails those who asked, whatever opened the campaign: it was resumed, its first day came, or it got something to pledge on.
 * The mail and the end of the request are one transaction, so that nobody is mailed twice. @returns how many.
 */
export async function mailOpened(deps: Deps): Promise<number> {
  let mailed = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await deps.db.transaction(async (tx) => {
      const opened = await store.takeOpened(tx, deps.clock.now(), BATCH)
      await queueMails(
        tx,
        deps.clock,
        opened.map((one) => ({
          kind: 'campaign_opened',
          idempotencyKey: `opened:${newId(deps.clock)}`,
          to: one.email,
          ...openedMail({ ...one, url: `${deps.config.appUrl}/campaigns/${one.id}` }),
          campaignId: one.id,
        })),
      )
      return opened.length
    })
    mailed += count
    if (count < BATCH) break
  }
  await store.forgetOver(deps.db, deps.clock.now())
  if (mailed > 0) await sendMailsSoon(deps)
  return mailed
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** As long as an invitation. */
const LINK_DAYS = 14
const USE = 'opening link'
const NO_LINK = 'This link does not work anymore. Enter your email address again on the campaign’s page.'

/** @throws a 404 for a draft, as for a campaign that does not exist. */
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

/** No request is stored until a visitor presses the button behind the link: it contains what they asked for, sealed. */
const linkFor = (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  db: Db,
  campaignId: string,
  email: string,
) => {
  const sealed = db.sealing.seal(USE, JSON.stringify([campaignId, email, clock.now().getTime()]))
  return `${config.appUrl}/campaigns/${campaignId}#${Buffer.from(sealed).toString('base64url')}`
}

/** @throws a 404 for whatever does not open, and for a link that is too old to ask with. */
function readLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  campaignId: string,
  { token, isOn }: OpeningLinkForm,
): string {
  const [ofCampaign, email, at] = opened(db, token)
  const isRecent = clock.now().getTime() - Number(at) <= LINK_DAYS * DAY_MS
  if (ofCampaign === campaignId.toLowerCase() && typeof email === 'string' && (isRecent || !isOn))
    return email
  throw new DomainError('not_found', NO_LINK)
}

function opened(db: Db, token: string): unknown[] {
  try {
    return JSON.parse(db.sealing.open(USE, Buffer.from(token, 'base64url').toString()))
  } catch {
    return []
  }
}

/**
 * Asks a mailbox whether it wants to be told. The answer on screen is the same for every address: at most one such mail an
 * hour for a campaign, counted with the other mails that visitors cause.
 */
export async function askByMail(deps: Deps, campaignId: string, email: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const campaign = await waitingCampaign(tx, campaignId, now)
    const mailbox = (await mailboxMark(tx, email)).toString('base64url')
    const hour = Math.floor(now.getTime() / HOUR_MS)
    const idempotencyKey = `opening:${campaign.id}:${mailbox}:${hour}`
    if (await queuedMail(tx, idempotencyKey)) return
    if (!(await countMailTo(deps, tx, { email, organizationId: campaign.organizationId }))) return
    await queueMail(tx, deps.clock, {
      kind: 'opening_question',
      idempotencyKey,
      to: email,
      campaignId: campaign.id,
      ...openingQuestionMail({ ...campaign, url: linkFor(deps, tx, campaign.id, email) }),
    })
    tx.afterCommit(() => void sendMailsSoon(deps))
  })
}

/** Whether the caller's own mailbox is told. */
export async function ownChoice(db: Db, { userId }: Actor, campaignId: string): Promise<OpeningChoice> {
  await publicCampaign(db, campaignId)
  const email = await provenAddressOf(db, userId)
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
  const email = await provenAddressOf(deps.db, userId)
  if (email === undefined)
    throw new DomainError('email_unverified', 'Confirm your email address first. Then we can email you.')
  return choose(deps, transact, { campaignId, email, userId }, choice)
}

/** The link is the proof that the mailbox is theirs. */
export const chooseByLink = (
  deps: Deps,
  transact: Transact,
  campaignId: string,
  form: OpeningLinkForm,
): Promise<OpeningChoice> =>
  choose(deps, transact, { campaignId, email: readLink(deps, campaignId, form), userId: null }, form)

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
        actorId: userId,
        action: 'campaign.tell_when_open',
        subject: 'campaign',
        subjectId: campaignId,
        campaignId,
        before: { isOn: !isOn },
        after: { isOn },
      })
    return { isOn }
  })
}
