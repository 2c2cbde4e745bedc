import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { addDays } from '#domain/places/zone.ts'
import { type Block, layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { testMode } from './mail-parts.ts'

export type CampaignWeek = {
  name: string
  status: 'active' | 'paused' | 'completed'
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  pledged: string
  earned: string
  supporters: number
  newSupporters: number
  waitingResults: number
  /** Of them, those that are confirmed and count until they are voided. */
  waitingVoids: number
  unplayed: readonly { name: string; at: Date }[]
  notJoined: number
  /** The first few of them. */
  notJoinedEmails: readonly string[]
  manageUrl: string
  pageUrl: string
}
type WeeklyDigest = {
  organizationName: string
  /** The Monday on which it is sent, `YYYY-MM-DD`. */
  weekOn: string
  campaigns: readonly CampaignWeek[]
  unsubscribeUrl: string
}

/** To those who run a team, on Mondays: how the campaigns are doing, and what to do next. */
export function weeklyDigestMail({
  organizationName,
  weekOn,
  campaigns,
  unsubscribeUrl,
}: WeeklyDigest): MailBody {
  const [first] = campaigns
  const about = campaigns.length === 1 && first ? first.name : organizationName
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  // It reports the week that is over.
  const monday = day.format(new Date(`${addDays(weekOn, -7)}T12:00:00Z`))
  return layOut(
    `Your week: ${about}`,
    [
      ...testMode({ isTest: campaigns.some(({ isTest }) => isTest) }),
      paragraph(`How ${organizationName} did in the week of ${monday}.`),
      ...campaigns.flatMap(campaignBlocks),
    ],
    {
      why: `You get this email on Mondays because you run ${organizationName}.`,
      stop: 'weekly_digest',
      stopUrl: unsubscribeUrl,
    },
  )
}

const campaignBlocks = (campaign: CampaignWeek): Block[] => {
  const { name, pledged, earned, supporters, newSupporters, waitingResults, notJoined } = campaign
  return [
    table(name, [
      ['Pledged', pledged],
      ['Earned so far', earned],
      ['Supporters', String(supporters)],
      ['New in that week', String(newSupporters)],
      ['Results to confirm', String(waitingResults)],
      ['Ambassadors not joined yet', String(notJoined)],
    ]),
    ...todosOf(campaign),
  ]
}

const some = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** What is next, most urgent first: money moves only once a second person has confirmed. */
function todosOf(campaign: CampaignWeek): Block[] {
  const { waitingResults, unplayed, notJoined, manageUrl } = campaign
  const { hasOpponents } = campaign.vocabulary
  const todos: Block[] = waitingBlocks(campaign)
  if (waitingResults > 0) todos.push(link('Confirm results', `${manageUrl}?tab=results`))
  if (unplayed.length > 0)
    todos.push(
      paragraph(`${hasOpponents ? 'Played' : 'Held'}, but no result entered: ${matchesIn(campaign)}.`),
      link('Enter results', `${manageUrl}?tab=results`),
    )
  if (notJoined > 0)
    todos.push(
      paragraph(
        `${some(notJoined, 'ambassador has', 'ambassadors have')} not joined yet: ${namesIn(campaign)}. A word from you helps more than another email from us.`,
      ),
      link('See ambassadors', `${manageUrl}?tab=ambassadors`),
    )
  return todos.length > 0 ? todos : restOf(campaign)
}

/** A result that waits for its void is confirmed and counts until then. */
function waitingBlocks({ waitingResults, waitingVoids }: CampaignWeek): Block[] {
  const entered = waitingResults - waitingVoids
  return [
    ...(entered > 0
      ? [
          paragraph(
            `${some(entered, 'result is', 'results are')} waiting for someone else to confirm. Until then, supporters see ${entered === 1 ? 'it' : 'them'} as unconfirmed, and nothing is earned.`,
          ),
        ]
      : []),
    ...(waitingVoids > 0
      ? [
          paragraph(
            `${some(waitingVoids, 'confirmed result is', 'confirmed results are')} waiting for someone else to void. Until then, ${waitingVoids === 1 ? 'it counts' : 'they count'}.`,
          ),
        ]
      : []),
  ]
}

function matchesIn({ unplayed, timeZone }: CampaignWeek): string {
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone })
  return unplayed.map(({ name, at }) => `${name} (${day.format(at)})`).join(', ')
}

function namesIn({ notJoined, notJoinedEmails }: CampaignWeek): string {
  const others = notJoined - notJoinedEmails.length
  return [...notJoinedEmails, ...(others > 0 ? [`and ${others} more`] : [])].join(', ')
}

/** A campaign in which nothing waits for them. */
function restOf({ status, newSupporters, manageUrl, pageUrl, vocabulary }: CampaignWeek): Block[] {
  if (status === 'paused')
    return [
      paragraph('The campaign is paused and accepts no pledges until a representative resumes it.'),
      link('Open the campaign', manageUrl),
    ]
  if (status === 'completed')
    return [
      paragraph(
        `The ${vocabulary.season} is over and there is nothing for you to do. A representative settles it next.`,
      ),
      link('Open the campaign', manageUrl),
    ]
  return [
    paragraph(
      newSupporters > 0
        ? 'There is nothing for you to do. Keep sharing the page: every supporter can bring in another.'
        : `No one new pledged in that week. Share the page with families and friends of the ${vocabulary.team}.`,
    ),
    link('See the campaign’s page', pageUrl),
  ]
}
