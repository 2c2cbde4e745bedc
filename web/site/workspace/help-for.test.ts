import { expect, it } from 'vitest'
import { helpFor } from './help-for.ts'

it.each([
  ['cancel pledge', 'cancel'],
  ['cancle', 'cancel'],
  ['most owe', 'most-i-can-owe'],
  ['refnd', 'refunds-disputes'],
  ['charge card', 'charge-on-my-card'],
])('“%s” finds the question #%s first', (typed, id) => {
  expect(helpFor(typed)[0]?.to).toBe(`/help#${id}`)
})

it('a word of an answer finds its question, and what is no word of the help finds none', () => {
  expect(helpFor('scoresheet concert').length + helpFor('qzxw').length + helpFor('$25').length).toBe(0)
  expect(helpFor('concert').map(({ to }) => to)).toContain('/help#no-sport')
})
