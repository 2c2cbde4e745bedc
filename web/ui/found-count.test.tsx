import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FoundCount } from './found-count.tsx'

const said = (search: string, count: number | undefined): string =>
  renderToStaticMarkup(<FoundCount search={search} count={count} />)

it('what a search has found is said, while something is searched for', () => {
  expect(said('piano', 2)).toBe('<span role="status" class="sr-only">2 found</span>')
  expect(said('piano', 0)).toContain('>Nothing found<')
  expect(said('piano', undefined)).toBe('<span role="status" class="sr-only"></span>')
  expect(said('', 40)).toBe('')
})
