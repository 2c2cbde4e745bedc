import { capital } from '#domain/campaigns/vocabulary.ts'
import type { LineChangeKind } from '#domain/pledges/line-changes.ts'
import type { WholeChangeKind } from '#domain/pledges/pledge-changes.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchChange } from '#domain/season/match-changes.ts'
import { chosen, type GuestMail } from './guest-mails.ts'
import { aside, type Block, board, layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import {
  type About,
  clockTime,
  longDate,
  type OpenBills,
  openBillBlocks,
  testMode,
  type Worded,
} from './mail-parts.ts'

/** What a supporter changed about a pledge, confirmed in writing. */
const SOMEBODY_ELSE = paragraph(
  'Not you? Reply to this email right away. Nothing is charged before you get a statement.',
)

/** While a statement is out, what it bills and is still to pay; it is charged whatever was changed. */
type Around = { stillOpen?: OpenBills }

const somebodyElse = ({ stillOpen, timeZone }: Around & Pick<About, 'timeZone'>): Block[] =>
  stillOpen
    ? [
        ...openBillBlocks('Still to pay, as in your statement', stillOpen, timeZone),
        paragraph('Not you? Reply to this email right away.'),
      ]
    : [SOMEBODY_ELSE]

/** For the records of someone with an account: what was agreed to, word for word. */
const agreed = (consentText: string | null) =>
  consentText === null ? [] : [paragraph(`You agreed to this: “${consentText}”`)]

export const pledgeConfirmedMail = (given: About & { most: string; consentText: string }): MailBody =>
  layOut(`Your pledge for ${given.campaignName} counts`, [
    ...testMode(given),
    paragraph(
      `Thank you! Your pledge for ${given.campaignName} (${given.organizationName}) is locked in. You pay only for confirmed results, and never more than ${given.most}.`,
    ),
    link('See your pledge', given.pledgeUrl),
    board('The most you can owe', given.most),
    ...agreed(given.consentText),
    paragraph('Nothing is due today. To change or cancel your pledge, open it.'),
    SOMEBODY_ELSE,
  ])

/** A large pledge by check or cash was made or, without an account, confirmed: it counts once it has been checked. */
export const heldMail = (
  given: About & {
    most: string
    consentText: string | null
    /** Of a guest; an account's pledge is cancelled on its own page, which requires signing in until it counts. */
    guest?: Pick<GuestMail, 'statistics'> & { takeBackUrl: string }
  },
): MailBody =>
  layOut(`We received your pledge for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(
      `Thank you! Your pledge for ${given.campaignName} (${given.organizationName}) is confirmed. You never pay more than ${given.most}.`,
    ),
    paragraph(
      'We review large check and cash pledges first. Yours will count once we have reviewed it, usually within two business days. We will email you. Nothing is owed until then.',
    ),
    ...agreed(given.consentText),
    ...(given.guest
      ? [
          chosen(given.guest),
          paragraph(
            'Not you, or changed your mind? Until we have reviewed it, you can take it back without a password.',
          ),
          aside('Take this pledge back', given.guest.takeBackUrl),
        ]
      : [
          paragraph(
            'Changed your mind? Until we have reviewed it, you can cancel it: sign in with this email address and open it.',
          ),
          link('See your pledge', given.pledgeUrl),
        ]),
  ])

export const pledgeLoweredMail = (
  given: About & Worded & Around & { from: string; most: string },
): MailBody =>
  layOut(`You lowered your maximum for ${given.campaignName} to ${given.most}`, [
    ...testMode(given),
    paragraph(
      `From now on you never pay more than ${given.most} for ${given.campaignName} (${given.organizationName}), whatever the ${given.vocabulary.team} does.`,
    ),
    table('Your maximum', [
      ['Before', given.from],
      ['Now', given.most],
    ]),
    ...somebodyElse(given),
    link('See your pledge', given.pledgeUrl),
  ])

/** A line was raised, stopped or added. */
export const pledgeChangedMail = (
  given: About & Worded & Around & { what: string; earned: string; from: string; most: string },
): MailBody =>
  layOut(`You changed your pledge for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(`For ${given.campaignName} (${given.organizationName}) you ${given.what}.`),
    paragraph(
      `${capital(given.vocabulary.matches)} that started before the change count as they did. You still owe what was earned before.`,
    ),
    table('The most you can owe', [
      ['Earned so far', given.earned],
      ['Before', given.from],
      ['Now', given.most],
    ]),
    ...somebodyElse(given),
    paragraph(
      'Not what you meant? Open your pledge: without a password, you can stop what you added or lower your maximum again.',
    ),
    link('See your pledge', given.pledgeUrl),
  ])

/** Requested by the pledge's link: nothing changes until the page of this mail's link is opened and its button pressed. */
export const changeRequestMail = (
  given: Omit<About, 'pledgeUrl'> & {
    kind: LineChangeKind | WholeChangeKind
    /** Of a line; '' where the pledge as a whole is changed. */
    statistic: string
    /** What its page asks about in another browser. */
    asked: GuestMail['statistics']
    words: string
    earned: string
    from: string
    most: string
    confirmUrl: string
    until: Date
  },
): MailBody =>
  layOut(`Confirm: ${REQUESTED[given.kind](given.statistic)} your pledge for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(
      `This change was requested on the page of your pledge for ${given.campaignName} (${given.organizationName}). Nothing changes until you confirm it.`,
    ),
    link('Review and confirm the change', given.confirmUrl),
    paragraph(`“${given.words}”`),
    chosen({ statistics: given.asked }),
    // Another card changes no amount.
    ...(given.kind === 'card'
      ? []
      : [
          table('The most you can owe', [
            ['Earned so far', given.earned],
            ['Now', given.from],
            ['After the change', given.most],
          ]),
        ]),
    paragraph(
      `The link works until ${longDate(given.until, given.timeZone)}, once, on any phone or computer. Do not share it.`,
    ),
    paragraph(
      'Not you? Then someone else has one of your emails. If you do nothing, nothing changes. To stop the links in your earlier emails, open the link above, answer its question and press “This wasn’t me”.',
    ),
  ])

const REQUESTED: Record<LineChangeKind | WholeChangeKind, (statistic: string) => string> = {
  raise: (statistic) => `raise ${statistic} in`,
  stop: (statistic) => `stop ${statistic} in`,
  add: (statistic) => `add ${statistic} in`,
  lower: () => 'lower the maximum of',
  cancel: () => 'cancel',
  card: () => 'change the card of',
}

/** The one match of a pledge left the schedule. */
export const matchRemovedMail = (given: About & { match: string }): MailBody =>
  layOut(`${given.match} was taken off the schedule`, [
    ...testMode(given),
    paragraph(
      `You pledged on ${given.match} for ${given.campaignName} (${given.organizationName}). It was taken off the schedule, so it does not count, and you owe nothing for it.`,
    ),
    link('See your pledge', given.pledgeUrl),
  ])

/** The one match of a pledge is another one now: another opponent, kind or time, or another match was merged with it. */
export const matchChangedMail = (
  given: About & {
    was: PlannedMatch
    is: PlannedMatch
    changes: readonly MatchChange[]
    /** The match that is part of `is` from now on. */
    merged?: PlannedMatch
  },
): MailBody =>
  layOut(`${given.was.name} was changed on the schedule`, [
    ...testMode(given),
    paragraph(
      `You pledged on ${given.was.name} for ${given.campaignName} (${given.organizationName}). The schedule has changed since then:`,
    ),
    table('On the schedule', [
      ['Before', plannedText(given.was, given.timeZone)],
      ['Now', plannedText(given.is, given.timeZone)],
    ]),
    ...timeSet(given),
    ...(given.merged
      ? [
          paragraph(
            `${given.merged.name} was merged into ${given.is.name}: they are one now. Results that were known when you pledged do not count.`,
          ),
        ]
      : []),
    ...(given.changes.includes('after_end') ? [paragraph('It is now after the end of the campaign.')] : []),
    paragraph(
      'Your pledge stays on it: results that are confirmed for it count. If you do not want that, open your pledge and stop it before it begins.',
    ),
    link('See your pledge', given.pledgeUrl),
  ])

type PlannedMatch = Pick<Event, 'name' | 'eventType' | 'startTime' | 'hasTime'>
/** Where the day stays and its time became known, nothing was moved. */
const timeSet = ({
  was,
  is,
  timeZone,
}: Pick<About, 'timeZone'> & Record<'was' | 'is', PlannedMatch>): Block[] =>
  !was.hasTime && is.hasTime && dayOf(was, timeZone) === dayOf(is, timeZone)
    ? [paragraph(`The time is set: ${clockTime(new Date(is.startTime), timeZone)}.`)]
    : []
const dayOf = ({ startTime }: PlannedMatch, timeZone: string): string =>
  longDate(new Date(startTime), timeZone)

const KINDS: Record<Event['eventType'], string> = {
  game: 'game',
  practice: 'practice',
  tournament: 'tournament',
  fundraiser: 'fundraiser',
  other: 'other event',
}
const plannedText = ({ name, eventType, startTime }: PlannedMatch, timeZone: string): string =>
  `${name}, ${KINDS[eventType]}, ${longDate(new Date(startTime), timeZone)}`

/** While the campaign is paused, what is due waits too. */
export const cardChangedMail = (
  given: About & Around & { card: string; due: string | null; isPaused: boolean },
): MailBody =>
  layOut(
    `Your pledge for ${given.campaignName} is now paid with another card`,
    [
      ...testMode(given),
      paragraph(
        `Whatever you owe for ${given.campaignName} (${given.organizationName}) is charged to your ${given.card} from now on.`,
      ),
      ...(given.due === null
        ? []
        : [
            paragraph(
              given.isPaused
                ? `${given.due} could not be charged to your previous card. The campaign is paused: we will write to you before we charge this one.`
                : `${given.due} could not be charged to your previous card, and we are trying again with this one.`,
            ),
          ]),
      ...somebodyElse(given),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )

export const pledgeCancelledMail = (given: About): MailBody =>
  layOut(`Your pledge for ${given.campaignName} is cancelled`, [
    ...testMode(given),
    paragraph(
      `You cancelled your pledge for ${given.campaignName} (${given.organizationName}). Nothing was charged for it, and nothing will be.`,
    ),
    SOMEBODY_ELSE,
    link('See your pledge', given.pledgeUrl),
  ])

/** A representative cancelled the campaign, and every pledge ends with it. */
export const campaignCancelledMail = (
  given: About & {
    /** What was collected and stays; null if nothing was. */
    kept: string | null
    /** What is refunded because of it; null if nothing is. */
    refunded: string | null
    /** What is refunded unless a bank returns it itself; null if there is nothing. */
    waiting: string | null
    hasPaid: boolean
  },
): MailBody =>
  layOut(
    `${given.campaignName} was cancelled`,
    [
      ...testMode(given),
      paragraph(
        `${given.campaignName} (${given.organizationName}) was cancelled, and your pledge ends with it. No more results count, and nothing more is charged or due. If you have an open invoice for it, you do not need to pay it.`,
      ),
      ...(given.refunded === null
        ? []
        : [
            paragraph(
              `We are refunding ${given.refunded}. You don’t need to do anything: we email you when the refund is made.`,
            ),
          ]),
      ...(given.kept === null
        ? []
        : [
            paragraph(
              `The ${given.kept} that you paid for confirmed results stays with the campaign. Your receipts are on your pledge’s page.`,
            ),
          ]),
      ...(given.waiting === null
        ? []
        : [
            paragraph(
              `A bank is reviewing a dispute about one of your payments. If the bank does not return the ${given.waiting} to you, we refund it and email you.`,
            ),
          ]),
      ...(given.hasPaid ? [] : [paragraph('You have paid nothing for it. Thank you for your pledge.')]),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )

/** Requested on the page of an expired link; goes to the address on file. */
export const newLinkMail = (given: About): MailBody =>
  layOut(`A new link to your pledge for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(
      `Here is a new link to your pledge for ${given.campaignName} (${given.organizationName}). It opens the page as long as the pledge is open, and 60 days more. Do not share it.`,
    ),
    link('See your pledge', given.pledgeUrl),
  ])

const ADDED = (given: { name: boolean; contact: boolean }): string =>
  given.name && given.contact
    ? 'Your name, address and phone'
    : given.name
      ? 'Your name'
      : 'Your address and phone'

/** What was typed is not repeated: a person to whom this is forwarded reads no personal data. */
export const detailsAddedMail = (
  given: About & { name: boolean; contact: boolean; profileUrl: string },
): MailBody =>
  layOut(`${ADDED(given)} ${given.contact ? 'were' : 'was'} added`, [
    ...testMode(given),
    paragraph(
      `${ADDED(given)} ${given.contact ? 'were' : 'was'} added on the page of your pledge for ${given.campaignName} (${given.organizationName}). ${given.name ? 'Receipts show your name. ' : ''}What you owe does not change.`,
    ),
    link('See your pledge', given.pledgeUrl),
    paragraph(
      'Not you? Then someone else has one of your emails. Sign in, correct your profile, and stop the links in earlier emails on your pledge’s page.',
    ),
    link('Open your profile', given.profileUrl),
  ])

type Held = Pick<About, 'campaignName' | 'organizationName' | 'isTest' | 'pledgeUrl'> & { most: string }

/** A representative has released a held pledge, and it counts. */
export const heldReleasedMail = (given: Held & Worded & { consentText: string | null }): MailBody =>
  layOut(`Your pledge for ${given.campaignName} counts now`, [
    ...testMode(given),
    paragraph(
      `We have reviewed your pledge for ${given.campaignName} (${given.organizationName}). It counts now, as you agreed, including what results have earned in the meantime. You never pay more than ${given.most}.`,
    ),
    ...agreed(given.consentText),
    paragraph(`Nothing is due today. You get an invoice when the ${given.vocabulary.season} is settled.`),
    link('See your pledge', given.pledgeUrl),
  ])

/** The pledge does not count, and nothing is owed. */
export const heldDeclinedMail = (given: Held & { message: string | null; contactUrl: string }): MailBody =>
  layOut(`We did not accept your pledge for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(
      `We could not confirm your pledge of up to ${given.most} for ${given.campaignName} (${given.organizationName}), so it does not count. You owe nothing for it.`,
    ),
    ...(given.message === null ? [] : [paragraph(given.message)]),
    paragraph(
      'Still want to pledge? Pledge with a card, which counts right away, pledge a smaller amount, or get in touch with us.',
    ),
    link('Contact us', given.contactUrl),
  ])
