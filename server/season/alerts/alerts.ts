/** Who wants to be alerted to results as they are entered, and how: chosen when signed in, or by the pledge's link (R64). */
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import type { AlertChoice, AlertForm } from '#domain/schemas/alert.ts'
import { QUIET_FROM, QUIET_TO } from '#domain/season/result-alert.ts'
import { acceptMail } from '#server/messaging/preferences/index.ts'
import { addDevice, deviceNames, readPushKeys, removeDevices } from '#server/messaging/push/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { hashOfLink } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { findLink } from '#server/season/pledges/links/index.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
/** Alerts leave once nothing more was entered for this long: a match is often entered statistic by statistic. */
const GATHER_MINUTES = 2
/** The longest that alerts wait for more. */
const LONGEST_WAIT_MINUTES = 10

/** In the transaction that enters results; what they add is computed once the alert is due. */
export async function gatherAlerts(tx: Db, clock: Clock, campaignId: string): Promise<void> {
  const at = clock.now()
  const after = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)
  await store.gather(tx, {
    campaignId,
    at,
    dueAt: after(GATHER_MINUTES),
    latestAt: after(LONGEST_WAIT_MINUTES),
  })
}

/** Whose alerts these are, and how they proved it. */
type Asker = { pledgeId: string; userId: string; path: string; link: string | null }

export const ownAsker = ({ userId }: Actor, pledgeId: string): Asker => ({
  pledgeId,
  userId,
  path: `/pledges/${pledgeId}`,
  link: null,
})

/** The link is the proof, as long as it opens the pledge. @throws {DomainError} 404 if the link opens nothing. */
export async function linkedAsker({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<Asker> {
  const link = await findLink(db, token, clock.now())
  if (!link?.isOpen) throw notFound('Pledge')
  return { pledgeId: link.pledgeId, userId: link.pledgerId, path: `/p/${token}`, link: token }
}

async function subjectFor(db: Db, asker: Asker): Promise<store.Subject> {
  const subject = await store.subjectOf(db, asker)
  if (!subject) throw notFound('Pledge')
  return subject
}

/** Someone with the link is shown no part of the address: a mail may be forwarded. */
const NAMELESS = 'the address of this pledge'

/** Just enough for people to recognize their own address. */
const partOf = (address: string): string => address.replace(/^(.)[^@]*(?=@)/, '$1•••')

/** The current choice. The key is created at the first use, which changes nothing for anyone. */
export async function alertChoice(deps: Deps, asker: Asker): Promise<AlertChoice> {
  const { publicKey } = await readPushKeys(deps)
  const subject = await subjectFor(deps.db, asker)
  return toAnswer(
    asker,
    subject,
    publicKey,
    await store.choiceOf(deps.db, subject),
    await deviceNames(deps.db, subject),
  )
}

/** Whatever was chosen, nothing comes by an email that was stopped or to no browser. */
function channelOf(choice: store.KnownChoice | undefined, devices: string[]): AlertChoice['channel'] {
  if (!choice || choice.isStopped) return 'off'
  return choice.channel === 'push' && devices.length === 0 ? 'off' : choice.channel
}

const toAnswer = (
  { link }: Asker,
  { timeZone, vocabulary, email, unit, isOver }: store.Subject,
  pushKey: string,
  choice: store.KnownChoice | undefined,
  devices: string[],
): AlertChoice => ({
  channel: channelOf(choice, devices),
  devices,
  pushKey,
  isOver,
  mailTo: email && (link === null ? partOf(email) : NAMELESS),
  quietFrom: choice?.quietFrom ?? QUIET_FROM,
  quietTo: choice?.quietTo ?? QUIET_TO,
  timeZone: choice?.timeZone ?? timeZone,
  next: unit ?? vocabulary.match,
  match: vocabulary.match,
})

export async function chooseAlerts(
  deps: Deps,
  transact: Transact,
  asker: Asker,
  form: AlertForm,
): Promise<AlertChoice> {
  const { publicKey } = await readPushKeys(deps)
  return transact(async (tx) => {
    const subject = await subjectFor(tx, asker)
    const known = await store.choiceOf(tx, subject)
    if (form.channel === 'off') await turnOff(tx, subject)
    else await turnOn(deps, tx, { asker, subject, known, form, channel: form.channel })
    const choice = await store.choiceOf(tx, subject)
    await audit(tx, deps.clock, {
      actorId: asker.userId,
      action: 'user.choose_alerts',
      subject: 'user',
      subjectId: asker.userId,
      before: { campaignId: subject.campaignId, ...(known ?? { channel: 'off' }) },
      after: {
        campaignId: subject.campaignId,
        ...(choice ?? { channel: 'off' }),
        by: asker.link === null ? 'profile' : 'link',
      },
    })
    return toAnswer(asker, subject, publicKey, choice, await deviceNames(tx, subject))
  })
}

async function turnOff(tx: Db, owner: store.Owner): Promise<void> {
  await store.deleteChoice(tx, owner)
  await removeDevices(tx, owner)
}

type Wanted = {
  asker: Asker
  subject: store.Subject
  known: store.KnownChoice | undefined
  form: AlertForm
  channel: store.Choice['channel']
}

async function turnOn(deps: Deps, tx: Db, { asker, subject, known, form, channel }: Wanted): Promise<void> {
  const owner = { campaignId: subject.campaignId, userId: subject.userId }
  if (subject.isOver)
    throw new DomainError('conflict', 'No alerts: no result can add anything to this pledge anymore')
  const isOn = channelOf(known, await deviceNames(tx, owner)) !== 'off'
  // The mail's link, or the button in its last browser, turned alerts off: the new choice covers what is entered from now on.
  if (known && !isOn) await store.deleteChoice(tx, owner)
  if (channel === 'mail') {
    if (subject.email === null)
      throw new DomainError('conflict', 'Confirm your email address first. Then we can email you.')
    if (await acceptMail(tx, subject.userId, 'result_alert'))
      await store.deleteMailChoices(tx, subject.userId)
    await removeDevices(tx, owner)
  } else if (form.device) {
    const linkHash = asker.link === null ? null : hashOfLink(asker.link)
    await addDevice(deps, tx, owner, { ...form.device, path: asker.path }, linkHash)
  } else if ((await deviceNames(tx, owner)).length === 0) {
    throw invalidField('device', 'Turn alerts on in the browser that will show them')
  }
  const choice = {
    channel,
    quietFrom: form.quietFrom ?? known?.quietFrom ?? QUIET_FROM,
    quietTo: form.quietTo ?? known?.quietTo ?? QUIET_TO,
    timeZone: form.timeZone ?? known?.timeZone ?? subject.timeZone,
  }
  await store.saveChoice(tx, owner, choice, deps.clock.now())
}
