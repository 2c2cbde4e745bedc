/** R64: quiet hours, the daily limit, and the words of an alert. */
import { describe, expect, it } from 'vitest'
import { SPORT } from '../campaigns/vocabulary.ts'
import { cents } from '../money.ts'
import { parseQuantity } from '../quantity.ts'
import { type AlertFacts, alertWords, isQuiet, whenAllowed, whenAwake } from './result-alert.ts'

const NIGHT = { from: 21, to: 8, timeZone: 'America/Denver' }
const at = (text: string) => new Date(text)

describe('quiet hours', () => {
  it('begin at nine in the evening and end at eight in the morning', () => {
    expect(isQuiet(at('2026-10-03T20:59:59-06:00'), NIGHT)).toBe(false)
    expect(isQuiet(at('2026-10-03T21:00:00-06:00'), NIGHT)).toBe(true)
    expect(isQuiet(at('2026-10-04T07:59:59-06:00'), NIGHT)).toBe(true)
    expect(isQuiet(at('2026-10-04T08:00:00-06:00'), NIGHT)).toBe(false)
  })

  it('end on the same morning after midnight, and on the next one before it', () => {
    const morning = at('2026-10-04T08:00:00-06:00')
    expect(whenAwake(at('2026-10-03T22:15:00-06:00'), NIGHT)).toEqual(morning)
    expect(whenAwake(at('2026-10-04T00:30:00-06:00'), NIGHT)).toEqual(morning)
    expect(whenAwake(morning, NIGHT)).toEqual(morning)
  })

  it('end at eight o’clock in the nights in which the clocks change', () => {
    // March 8 has no 2 a.m.; November 1 has 1 a.m. twice.
    expect(whenAwake(at('2026-03-07T22:00:00-07:00'), NIGHT)).toEqual(at('2026-03-08T08:00:00-06:00'))
    expect(whenAwake(at('2026-10-31T22:00:00-06:00'), NIGHT)).toEqual(at('2026-11-01T08:00:00-07:00'))
    const untilTwo = { ...NIGHT, to: 2 }
    expect(whenAwake(at('2026-03-08T01:30:00-07:00'), untilTwo)).toEqual(at('2026-03-08T03:00:00-06:00'))
  })

  it('may lie within one day, and the same hour twice is none', () => {
    const work = { ...NIGHT, from: 9, to: 17 }
    expect(whenAwake(at('2026-10-05T12:00:00-06:00'), work)).toEqual(at('2026-10-05T17:00:00-06:00'))
    expect(isQuiet(at('2026-10-05T23:00:00-06:00'), work)).toBe(false)
    expect(isQuiet(at('2026-10-05T23:00:00-06:00'), { ...NIGHT, from: 8 })).toBe(false)
  })
})

describe('the daily limit', () => {
  const now = at('2026-10-03T18:00:00Z')
  it('lets the fifth alert go, and the sixth a day after the first', () => {
    const sent = [5, 4, 3, 2].map((hours) => at(`2026-10-03T${12 + hours}:00:00Z`))
    expect(whenAllowed(now, sent)).toEqual(now)
    expect(whenAllowed(now, [...sent, at('2026-10-03T13:00:00Z')])).toEqual(at('2026-10-04T13:00:00Z'))
  })
})

describe('the words of an alert', () => {
  const goals = (quantity: string) => ({ name: 'Goals', quantity: parseQuantity(quantity) })
  const one = { title: 'Sep 9, vs. Harbor', counts: [goals('3')], isConfirmed: false }
  const facts: AlertFacts = {
    campaignName: 'Fall Season',
    vocabulary: SPORT,
    matches: [one],
    added: cents(1500),
    pledgeCount: 1,
    isReached: false,
  }

  it('say that a result is not confirmed yet', () => {
    expect(alertWords(facts)).toEqual({
      title: 'Fall Season',
      what: 'Sep 9, vs. Harbor. Goals: 3.',
      amount: 'Not confirmed yet: it would add $15.00 to your pledge.',
    })
  })

  it('say what a confirmed one added, and that the maximum is reached', () => {
    const matches = [{ ...one, isConfirmed: true }]
    expect(alertWords({ ...facts, matches, isReached: true, pledgeCount: 2 }).amount).toBe(
      '$15.00 added to your pledges. Your maximum is reached.',
    )
  })

  it('add up several matches in the campaign’s own word, and are unconfirmed if one of them is', () => {
    const won = { name: 'Champions', quantity: null }
    const matches = [one, { title: 'Sep 12, vs. Bay', counts: [goals('2'), won], isConfirmed: true }]
    const words = alertWords({ ...facts, matches, vocabulary: { ...SPORT, matches: 'weeks' } })
    expect(words.what).toBe('2 weeks. Goals: 5, Champions: achieved.')
    expect(words.amount).toContain('Not confirmed yet')
  })

  it('name four statistics at most', () => {
    const counts = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ ...goals('1'), name }))
    expect(alertWords({ ...facts, matches: [{ ...one, counts }] }).what).toBe(
      'Sep 9, vs. Harbor. A: 1, B: 1, C: 1, D: 1 and 2 more.',
    )
  })
})
