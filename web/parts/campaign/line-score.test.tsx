import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LineScore } from './line-score.tsx'

it('the figures of a season have the name of their statistic as their row, and the dates are read once', () => {
  const html = renderToStaticMarkup(<LineScore name="Goals" matches={[]} timeZone="America/New_York" />)
  expect(html).toMatch(
    /<tbody><tr[^>]*><th scope="row"[^>]*><span class="sr-only">Goals<\/span><\/th><\/tr><tr[^>]*aria-hidden/,
  )
})
