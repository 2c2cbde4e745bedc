import { describe, expect, it } from 'vitest'
import {
  becomesPublic,
  CAMPAIGN_STATUSES,
  type CampaignStatus,
  isToBeShared,
  reasonAgainstStatus,
  reasonNotToPledge,
} from './campaign-state.ts'

const startsAt = new Date('2026-09-01T04:00:00Z')
const endsAt = new Date('2026-12-01T04:59:59.999Z')
const during = new Date('2026-10-01T12:00:00Z')
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms)

describe('taking pledges (R22):', () => {
  const reason = (status: CampaignStatus, now = during) =>
    reasonNotToPledge({ status, startsAt, endsAt }, now)

  it.each([during, startsAt, endsAt])('an active campaign takes them at %s', (now) => {
    expect(reason('active', now)).toBeNull()
  })

  it.each([
    ['draft', /draft/],
    ['paused', /paused/],
    ['completed', /completed/],
    ['cancelled', /cancelled/],
  ] as const)('a %s campaign takes none, and the reason says so', (status, words) => {
    expect(reason(status)).toMatch(words)
  })

  it('an active campaign takes none before it starts', () => {
    expect(reason('active', later(startsAt, -1))).toMatch(/has not started/)
  })

  it('an active campaign takes none after it ends', () => {
    expect(reason('active', later(endsAt, 1))).toMatch(/has ended/)
  })
})

it.each(CAMPAIGN_STATUSES)(
  'a draft that becomes %s is public then, unless it stays one or is cancelled (R23)',
  (to) => {
    expect(becomesPublic('draft', to)).toBe(['active', 'paused', 'completed'].includes(to))
    expect(becomesPublic('paused', to)).toBe(false)
  },
)

it.each(CAMPAIGN_STATUSES)(
  'a campaign that is %s is passed on only while it accepts pledges, or will (R22)',
  (status) => {
    expect(isToBeShared({ status, endsAt }, during)).toBe(['active', 'paused'].includes(status))
    expect(isToBeShared({ status, endsAt }, later(endsAt, 1))).toBe(false)
  },
)

describe('changing the status (R21):', () => {
  const FREE = { hasPledges: false, isFinalLocked: false, isCharging: false }
  const ALL = { hasPledges: true, isFinalLocked: true, isCharging: true }

  it.each(CAMPAIGN_STATUSES)('%s can always stay %s', (status) => {
    expect(reasonAgainstStatus(status, status, ALL)).toBeNull()
  })

  it.each(['active', 'paused', 'completed', 'draft'] as const)(
    'a cancelled campaign cannot become %s again',
    (to) => {
      expect(reasonAgainstStatus('cancelled', to, FREE)).toMatch(/cannot be opened again/)
    },
  )

  it('nothing changes once the final settlement is locked', () => {
    expect(reasonAgainstStatus('completed', 'active', { ...FREE, isFinalLocked: true })).toMatch(/locked/)
    expect(reasonAgainstStatus('cancelled', 'active', ALL)).toMatch(/locked/)
  })

  it('an active campaign goes back to draft only without pledges', () => {
    expect(reasonAgainstStatus('active', 'draft', FREE)).toBeNull()
    expect(reasonAgainstStatus('active', 'draft', { ...FREE, hasPledges: true })).toMatch(/pledged/)
  })

  it('a campaign is not cancelled while a charge is being made', () => {
    expect(reasonAgainstStatus('active', 'cancelled', FREE)).toBeNull()
    expect(reasonAgainstStatus('active', 'cancelled', { ...FREE, isCharging: true })).toMatch(/charge/)
  })

  it('pledges and charges block no other change', () => {
    const busy = { ...FREE, hasPledges: true, isCharging: true }
    expect(reasonAgainstStatus('active', 'paused', busy)).toBeNull()
    expect(reasonAgainstStatus('completed', 'active', busy)).toBeNull()
  })
})
