import { describe, expect, it } from 'vitest'
import { ambassador, fill } from './ambassador.ts'

const link = 'https://pledges.example/campaigns/1?ref=ABCDEFGH'
const filling = { team: 'Lions', campaign: 'Spring Cup', result: 'Latest result, vs. Bay: Goals 3.', link }

describe.each(ambassador.texts)('the ambassador text $label', ({ body }) => {
  it('has the team, the latest result and the link', () => {
    const text = fill(body, filling)
    for (const part of ['Lions', filling.result, link]) expect(text).toContain(part)
    expect(text).not.toMatch(/[{}]/)
  })

  it('leaves no gap without a result', () => {
    const text = fill(body, { ...filling, result: null })
    expect(text).not.toMatch(/ {2}| \n|\{/)
    expect(text).toContain(link)
  })

  it('makes no claim about taxes or about when cards are charged', () => {
    expect(body).not.toMatch(/deductible|after the season/i)
  })
})

it('a team name that looks like a placeholder is not replaced in an ambassador text', () => {
  expect(fill('{team}: {link}', { ...filling, team: '{link} & Co' })).toBe(`{link} & Co: ${link}`)
})
