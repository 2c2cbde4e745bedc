/** Links in the provider's texts lead to existing pages, and only agreed claims are made (R52, R53). */
import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { helpGroups } from './help.ts'
import { howItWorks } from './how-it-works.ts'
import { landing } from './landing.ts'
import { privacy } from './privacy.ts'
import { stories } from './stories.ts'
import { terms } from './terms.ts'

const groups = helpGroups(true)
const questions = groups.flatMap((group) => group.questions)
const helpIds = [...groups, ...questions].map(({ id }) => id)

test('every help answer, section and story has an address of its own', () => {
  const lists = [helpIds, privacy.sections, terms.sections, stories.items].map((list) =>
    list.map((one) => (typeof one === 'string' ? one : one.id)),
  )
  for (const ids of lists) {
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  }
})

test('links inside texts lead to existing pages and help answers', () => {
  const pages: string[] = Object.values(paths).filter((path) => typeof path === 'string')
  const links = [
    ...questions.flatMap(({ link }) => (link ? [link.to] : [])),
    ...howItWorks.questions.items.map(({ to }) => to),
  ]
  for (const to of links) {
    const [page = '', answer] = to.split('#')
    expect(pages).toContain(page)
    if (answer) expect(helpIds).toContain(answer)
  }
})

test('the help page answers the most frequent questions', () => {
  const asked = [
    'most-i-can-owe',
    'games-cancelled',
    'charge-on-my-card',
    'cancel',
    'who-sees-my-name',
    'when-charged',
  ]
  const more = ['card-fails', 'tax-deductible', 'how-we-get-paid', 'who-checks-results', 'wrong-result']
  for (const id of [...asked, ...more]) expect(helpIds).toContain(id)
})

test('“tax-deductible” never appears without its 501(c)(3) condition (R52)', () => {
  const texts = [landing, howItWorks, stories, privacy].map((content) => JSON.stringify(content))
  for (const text of texts) expect(text).not.toMatch(/tax-deductible/i)
  for (const text of [JSON.stringify(terms), JSON.stringify(questions)]) {
    const [about = ''] = /[^.]*tax-deductible[^.]*\.[^.]*\./i.exec(text) ?? []
    expect(about).toContain('501(c)(3)')
  }
})

test('the landing page makes exactly the agreed claims (R53)', () => {
  expect(landing.claims.map(({ figure }) => figure)).toEqual(['95%+', '5X', '$47K'])
})

test('help, terms and privacy know of pledges without an account and of what counts (R58, R59)', () => {
  const answer = (id: string) => questions.find((one) => one.id === id)?.answer.join(' ') ?? ''
  expect(answer('account')).toMatch(/^No\. With “Pledge without an account”/)
  for (const choice of ['“All season”', '“From now on”', '“One match”'])
    expect(answer('earlier-matches')).toContain(choice)
  const text = (of: typeof terms, id: string) =>
    of.sections
      .find((one) => one.id === id)
      ?.body.flat()
      .join(' ')
  expect(text(terms, 'pledging')).toContain('unless you choose that they count from the moment you pledge')
  expect(text(terms, 'pledging')).toContain('within 48 hours')
  expect(text(terms, 'changing')).toContain('raise an amount, stop a line or add one')
  expect(text(privacy, 'in-your-browser')).toContain(
    'a pledge without an account while it waits for you to confirm it, with everything you entered for it except your card',
  )
})
