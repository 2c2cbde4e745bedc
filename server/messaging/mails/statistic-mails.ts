import type { StatisticWords } from '#domain/season/statistic-changes.ts'
import { type Block, layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { type About, dayInWords, testMode } from './mail-parts.ts'

export type Reworded = {
  before: StatisticWords
  after: StatisticWords
  isGift: boolean
  canStop: boolean
  /** Why it cannot be stopped, whatever the campaign's status is. */
  reason: string | null
}
const NONE = 'None'

/** Only what changed. */
const rewordedRows = ({ before, after }: Reworded) =>
  (
    [
      ['Name', before.name, after.name],
      ['Unit', before.unitName, after.unitName],
      ['Description', before.description, after.description],
    ] as const
  ).flatMap(([label, was, is]) =>
    (was ?? '') === (is ?? '')
      ? []
      : [[`${label} before`, was || NONE] as const, [`${label} now`, is || NONE] as const],
  )

function rewordedBlocks(one: Reworded): Block[] {
  const kept = one.isGift ? 'Your gift is owed as agreed' : one.reason
  return [table(one.before.name, rewordedRows(one)), ...(kept === null ? [] : [paragraph(`${kept}.`)])]
}

/** Only what can be stopped is said to be. */
function whatToDo(all: readonly Reworded[]): string {
  const stoppable = all.filter(({ canStop }) => canStop)
  if (all.every(({ isGift }) => isGift)) return 'Questions? Reply to this email.'
  if (stoppable.length === 0) return 'Is this no longer what you pledged on? Reply to this email.'
  const names = [...new Set(stoppable.map(({ after }) => `“${after.name}”`))]
  const which = stoppable.length === all.length ? 'this' : names.join(' or ')
  return `Is ${which} no longer what you pledged on? Open your pledge and stop it. What begins after that does not count for it. You can also reply to this email.`
}

const linkTo = (changed: readonly Reworded[], pledgeUrl: string): Block =>
  link(
    changed.some(({ canStop }) => canStop) ? 'See your pledge, or stop this part of it' : 'See your pledge',
    pledgeUrl,
  )

const moreText = (count: number): string =>
  count === 1
    ? '1 more of your pledges in this campaign is on what was changed. Sign in to see it.'
    : `${count} more of your pledges in this campaign are on what was changed. Sign in to see them.`

/** Somebody who manages the campaign changed the words of what a supporter pledged on. */
export function statisticsChangedMail(
  given: Omit<About, 'pledgeUrl'> & {
    /** Without a link: one more than the mail describes. */
    pledges: readonly { changed: readonly Reworded[]; pledgeUrl: string | null }[]
    allUrl: string
  },
): MailBody {
  const { campaignName, organizationName, pledges } = given
  const more = pledges.filter(({ pledgeUrl }) => pledgeUrl === null).length
  const all = pledges.flatMap(({ changed }) => changed)
  const names = [...new Set(all.map(({ before }) => before.name))]
  const subject =
    names.length === 1
      ? `“${names[0]}” in ${campaignName} was changed`
      : `What you pledged on in ${campaignName} was changed`
  const counts = all.some(({ isGift, reason }) => !isGift && reason === null)
  return layOut(
    subject,
    [
      ...testMode(given),
      paragraph(
        `The people who run ${campaignName} (${organizationName}) changed how they describe what you pledged on. Your amount and your maximum stay as you agreed to${counts ? ', and results entered for it count toward your pledge' : ''}.`,
      ),
      ...pledges.flatMap(({ changed, pledgeUrl }) =>
        pledgeUrl === null ? [] : [...changed.flatMap(rewordedBlocks), linkTo(changed, pledgeUrl)],
      ),
      ...(more > 0 ? [paragraph(moreText(more)), link('See all your pledges', given.allUrl)] : []),
      paragraph(whatToDo(all)),
    ],
    { why: 'You get this email because it is about what you may owe.' },
  )
}

/** The campaign ends later than it did when they pledged, or than they were last told. */
export const laterEndMail = (
  given: Omit<About, 'pledgeUrl'> & {
    before: string
    now: string
    /** Of all pledges that the later end concerns. */
    most: string
    pledgeUrls: readonly string[]
  },
): MailBody => {
  const { pledgeUrls, most } = given
  const isOne = pledgeUrls.length === 1
  return layOut(`${given.campaignName} now ends on ${dayInWords(given.now)}`, [
    ...testMode(given),
    paragraph(
      `${given.campaignName} (${given.organizationName}) runs longer than planned: results until its new last day can count toward ${isOne ? 'your pledge' : 'your pledges'}.`,
    ),
    table('Last day', [
      ['Before', dayInWords(given.before)],
      ['Now', dayInWords(given.now)],
    ]),
    paragraph(
      `What you agreed to stays as it is: you never pay more than ${most}${isOne ? '' : ' for these pledges together'}. You can lower that at any time: sign in and open your ${isOne ? 'pledge' : 'pledges'}.`,
    ),
    ...pledgeUrls.map((url) => link('See your pledge', url)),
  ])
}
