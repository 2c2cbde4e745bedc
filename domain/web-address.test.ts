import { expect, it } from 'vitest'
import { OrganizationForm } from './schemas/organization.ts'
import { Evidence } from './schemas/result.ts'
import { completedUrl } from './web-address.ts'

it.each([
  ['foxes.org', 'https://foxes.org'],
  ['  www.foxes.org/team?x=1 ', 'https://www.foxes.org/team?x=1'],
  ['foxes.org:8080/a', 'https://foxes.org:8080/a'],
  ['müller.de', 'https://müller.de'],
  ['https://foxes.org', 'https://foxes.org'],
  ['http://foxes.org', 'http://foxes.org'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['coach@foxes.org', 'coach@foxes.org'],
  ['//foxes.org', '//foxes.org'],
  ['our website', 'our website'],
  ['foxes', 'foxes'],
  ['', ''],
])('a typed link %j is completed to %j', (typed, completed) => {
  expect(completedUrl(typed)).toBe(completed)
})

it('an organization’s website and an evidence link without a scheme are accepted with https://', () => {
  const website = OrganizationForm.shape.website
  expect(website.parse('foxes.org')).toBe('https://foxes.org')
  expect(website.parse('')).toBeNull()
  expect(website.safeParse('javascript:alert(1)').success).toBe(false)
  expect(Evidence.parse('youtu.be/abc')).toBe('https://youtu.be/abc')
  expect(Evidence.parse('')).toBeNull()
  expect(Evidence.parse(null)).toBeNull()
  expect(Evidence.safeParse('http://youtu.be/abc').success).toBe(false)
  expect(Evidence.safeParse('my notes').success).toBe(false)
})
