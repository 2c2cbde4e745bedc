import { describe, expect, it } from 'vitest'
import { ambassador, fill } from './ambassador.ts'

const link = 'https://pledges.example/campaigns/1?ref=ABCDEFGH'
const filling = { team: 'Lions', campaign: 'Spring Cup', result: 'Latest result, vs. Bay: Goals 3.', link }

describe.each(ambassador.texts)('$label', ({ body }) => {
  it('names the team, the last result and the link', () => {
    const text = fill(body, filling)
    for (const part of ['Lions', filling.result, link]) expect(text).toContain(part)
    expect(text).not.toMatch(/[{}]/)
  })

  it('leaves no gap where there is no result', () => {
    const text = fill(body, { ...filling, result: null })
    expect(text).not.toMatch(/ {2}| \n|\{/)
    expect(text).toContain(link)
  })

  it('promises nothing about taxes, and no charge that may come as the season goes', () => {
    expect(body).not.toMatch(/deductible|after the season/i)
  })
})

it('a name that looks like a placeholder stays a name', () => {
  expect(fill('{team}: {link}', { ...filling, team: '{link} & Co' })).toBe(`{link} & Co: ${link}`)
})
