import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TableCard } from './table-card.tsx'

const classOf = (columns: number): string => {
  const head = Array.from({ length: columns }, (_, index) => `Column ${index}`)
  const html = renderToStaticMarkup(
    <TableCard
      title="Charges"
      head={head}
      empty="None"
      rows={[
        <tr key="1">
          <td>1</td>
        </tr>,
      ]}
    />,
  )
  return /<table class="([^"]*)"/.exec(html)?.[1] ?? ''
}

it.each([
  [5, false],
  [6, true],
])('a table of %i columns becomes cards on a tablet: %s', (columns, isBroad) => {
  expect(classOf(columns).split(' ').includes('broad')).toBe(isBroad)
})
