import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TableCard } from './table-card.tsx'

const row = (text: string | number) => (
  <tr key={text}>
    <td>{text}</td>
  </tr>
)

const classOf = (columns: number): string => {
  const head = Array.from({ length: columns }, (_, index) => `Column ${index}`)
  const html = renderToStaticMarkup(<TableCard title="Charges" head={head} empty="None" rows={[row(1)]} />)
  return /<table class="([^"]*)"/.exec(html)?.[1] ?? ''
}

it('a table has the name of its card', () => {
  const html = renderToStaticMarkup(<TableCard title="Charges" head={['A']} empty="None" rows={[row(1)]} />)
  expect(html).toMatch(/<table [^>]*aria-label="Charges"/)
})

it.each([
  [5, false],
  [6, true],
])('a table of %i columns becomes cards on a tablet: %s', (columns, isBroad) => {
  expect(classOf(columns).split(' ').includes('broad')).toBe(isBroad)
})

it('a table beside other cards becomes cards by the width of its own place, not of the screen', () => {
  const html = renderToStaticMarkup(
    <TableCard
      title="Charges"
      isFitted
      head={['A', 'B', 'C', 'D', 'E', 'Details']}
      empty="None"
      rows={[row(1)]}
    />,
  )
  expect(html).toMatch(/<div class="@container\/table [^"]*"><table class="table stacked fitted /)
})

const grouped = (rows: number): string =>
  renderToStaticMarkup(
    <TableCard
      title="Supporters"
      head={['Supporter']}
      empty="None"
      most={4}
      headings={{ 0: row('Past due'), 2: row('Active'), 4: row('Settled') }}
      rows={Array.from({ length: rows }, (_, index) => row(`No. ${index}`))}
    />,
  )

it('headings of groups take up none of the rows that are shown at first, and are not counted', () => {
  const html = grouped(6)
  expect(html.match(/(?<=<td>)[^<]+/g)).toEqual(['Past due', 'No. 0', 'No. 1', 'Active', 'No. 2', 'No. 3'])
  expect(html.match(/Show all\D*\d+/)?.[0].replace('<!-- -->', '')).toBe('Show all 6')
})

it('a table whose rows are all shown offers no more, however many headings it has', () => {
  expect(grouped(4)).not.toContain('Show all')
})
