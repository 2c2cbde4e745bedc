import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Figure } from './figure.tsx'
import { Tiles } from './tiles.tsx'

const strip = (raised: string): string =>
  renderToStaticMarkup(<Tiles isStrip tiles={[{ label: 'Raised', figure: <Figure text={raised} /> }]} />)

it('a strip with a total from $100,000 is set smaller on a phone, so that it stays one line', () => {
  const smaller = /max-md:has-\[\.fig\.long\]:\[&amp;_\.fig\]:large-\[1.25\]!/
  expect(strip('$365,409.00')).toMatch(smaller)
  expect(strip('$365,409.00')).toContain('class="fig long')
  expect(strip('$5,445.00')).not.toContain('class="fig long')
})
