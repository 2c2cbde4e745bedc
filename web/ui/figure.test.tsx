import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Figure } from './figure.tsx'

const html = (text: string) => renderToStaticMarkup(<Figure text={text} />)

it.each(['$0.10', '$0.01', '$0.99', '−$0.50', '+$0.05'])(
  '%s is one size: its cents are the amount',
  (text) => {
    expect(html(text)).toContain(`>${text}<`)
  },
)

it.each([
  ['$0', '.00'],
  ['$1', '.10'],
  ['$10', '.05'],
  ['$10,000,000', '.50'],
])('%s%s has small raised cents', (dollars, cents) => {
  expect(html(`${dollars}${cents}`)).toContain(`>${dollars}<small>${cents}</small>`)
})
