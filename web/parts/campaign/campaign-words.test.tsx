import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PAYMENT_METHOD_RULES, PAYMENT_METHODS } from '#domain/billing/instruments.ts'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { MatchResults } from '#web/pages/campaigns/id/match-results.tsx'
import { Rewards } from '#web/pages/campaigns/id/rewards.tsx'
import { Timeline } from '#web/pages/campaigns/id/timeline.tsx'
import { howItIsBilled } from '#web/pages/pledges/id/bill-sentences.ts'
import { EarnedBoard } from '#web/pages/pledges/id/earned.tsx'
import { Matches } from '#web/pages/pledges/id/matches.tsx'
import { StatisticFrame } from '#web/parts/pledging/statistic-card.tsx'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { HowThisWorks } from './about.tsx'
import { MoneyBoard } from './money-board.tsx'
import { SeasonBoard } from './season-board.tsx'
import { Standings } from './standings.tsx'

const FOOD = vocabularyOf('food', 'community')
const CAMPAIGN = {
  id: '0199a4c2-1111-7222-8333-444455556666',
  name: 'Fill the pantry',
  status: 'active',
  goal: '4000.00',
  totalPledged: '1200.00',
  totalEarned: '300.00',
  totalCollected: '0.00',
  timeZone: 'America/Denver',
  startDate: '2026-09-01',
  endDate: '2026-12-20',
  endsAt: '2026-12-21T06:59:59.999Z',
  template: 'custom',
  cause: 'food',
  vocabulary: FOOD,
  campaignType: 'community',
} as unknown as Campaign
const STATISTIC = {
  id: 's1',
  name: 'Baskets delivered',
  unitName: 'basket',
  description: null,
  icon: 'faUtensils',
  isActive: true,
  expectedTarget: 300,
  lastYearResult: 240,
  confirmedQuantity: 24,
  unconfirmedQuantity: 3,
}
const statistics = [
  { ...STATISTIC, type: 'per_increment' },
  {
    ...STATISTIC,
    id: 's2',
    name: 'Full shelves',
    unitName: null,
    type: 'per_achievement',
    achievement: null,
  },
] as unknown as CampaignDetail['statistics']
const events = ['2026-09-12T14:00:00Z', '2026-09-19T14:00:00Z'].map((startTime, index) => ({
  id: `e${index}`,
  name: `Delivery ${index + 1}`,
  eventType: 'game',
  opponent: null,
  venue: null,
  startTime,
  isCompleted: index === 0,
})) as unknown as CampaignDetail['events']
const results = [
  ...['confirmed', 'entered'].map((state, index) => ({
    id: `r${index}`,
    statisticId: 's1',
    eventId: `e${index}`,
    quantity: 24,
    kind: 'count',
    state,
    occursAt: events[index]?.startTime,
  })),
  ...[{ id: 'r9', statisticId: 's1', eventId: null, quantity: 2, kind: 'count', state: 'entered' }].map(
    (one) => ({
      ...one,
      occursAt: '2026-09-13T14:00:00Z',
    }),
  ),
] as unknown as CampaignDetail['results']
const rewards = [
  {
    id: 'w',
    title: 'A loaf',
    description: 'Of bread.',
    type: 'top_supporter',
    maxWinners: 1,
    prizeTypes: [],
    tieredRewards: [],
  },
] as unknown as CampaignDetail['rewards']

const PLEDGE = {
  status: 'active',
  campaignStatus: 'active',
  vocabulary: FOOD,
  timeZone: 'America/Denver',
  settled: null,
  pledgeStatistics: [{ type: 'per_increment', counts: { eventName: null } }],
  earned: '30.00',
  agreedMaximum: '100.00',
  totalAmountDue: '60.00',
  received: '0.00',
  isSettledOutdated: false,
  paymentMethod: 'auto_bill_end',
  shares: ['e0', 'e1'].map((eventId, index) => ({
    eventId,
    eventName: `Delivery ${index + 1}`,
    at: events[index]?.startTime,
    amount: '15.00',
    running: index === 0 ? '15.00' : '30.00',
  })),
} as unknown as ShownPledge

/** Words of a sport; "goal" is allowed only as the amount the campaign wants to raise. */
const SPORT_WORDS = /\b(match|game|goal|win|season|title|opponent|play)(e?s)?\b/gi
const MEANT = /Pledged toward the goal|<p class="label quiet">Goal<\/p>|\bwin a reward\b/g

const sportWordsIn = (text: string): string[] =>
  text
    .replace(MEANT, '')
    .replace(/<[^>]*?(?:aria-label="([^"]*)")?[^>]*>/g, ' $1 ')
    .match(SPORT_WORDS) ?? []

const season = { statistics, events, results, timeZone: 'America/Denver' }
const SCREENS: [string, ReactNode][] = [
  ['its board', <SeasonBoard key="a" {...season} />],
  ['its table', <MatchResults key="b" {...season} />],
  ['where each statistic stands', <Standings key="c" {...season} status="active" />],
  ['its money', <MoneyBoard key="d" campaign={CAMPAIGN} />],
  ['how it works', <HowThisWorks key="e" statistics={statistics} />],
  [
    'its dates',
    <Timeline key="f" campaign={CAMPAIGN} events={events} results={results} now={Date.parse('2026-10-01')} />,
  ],
  ['its rewards', <Rewards key="g" rewards={rewards} statistics={statistics} />],
  ...statistics.map((statistic): [string, ReactNode] => [
    `the card of ${statistic.name}`,
    <StatisticFrame key={statistic.id} statistic={statistic} isSelected={false} isInactive={false}>
      {null}
    </StatisticFrame>,
  ]),
  ['what a pledge earned', <EarnedBoard key="h" pledge={PLEDGE} />],
  ['what each delivery added', <Matches key="i" pledge={PLEDGE} />],
  [
    'a pledge that earned nothing',
    <Matches key="j" pledge={{ ...PLEDGE, shares: [], status: 'cancelled' }} />,
  ],
]

const shown = (screen: ReactNode): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CampaignWords value={FOOD}>{screen}</CampaignWords>
    </MemoryRouter>,
  )

test.each(SCREENS)('a food pantry’s campaign has no word of a sport in %s (R63)', (_name, screen) => {
  const html = shown(screen)
  expect(html.length).toBeGreaterThan(100)
  expect(sportWordsIn(html)).toEqual([])
})

test.each(PAYMENT_METHODS)(
  'how a pledge to a food pantry is paid by %s has no word of a sport (R63)',
  (method) => {
    const { billing, consent, label, review } = PAYMENT_METHOD_RULES[method]
    const count = { kind: 'count', words: FOOD } as const
    const texts = [billing(count), consent(count), label(FOOD), review('Visa', count)]
    expect(sportWordsIn(texts.join(' '))).toEqual([])
    expect(howItIsBilled({ ...PLEDGE, paymentMethod: method })).toBe(texts[0])
  },
)

test('a food pantry’s board is headed by its own words (R63)', () => {
  const html = shown(<SeasonBoard {...season} />)
  expect(html).toContain('The drive, delivery by delivery')
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('Baskets delivered in 3 deliveries')
})

test('a completed campaign says what it raised, and not what is expected (R63)', () => {
  expect(
    shown(<MoneyBoard campaign={{ ...CAMPAIGN, status: 'completed', totalEarned: '1200.00' }} />),
  ).toContain('What the drive raised')
  expect(shown(<MoneyBoard campaign={CAMPAIGN} />)).toContain('If the drive goes as expected')
})
