import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DataTable } from './data-table.tsx'

it('the first column says whose figures its row has, also to a screen reader', () => {
  const html = renderToStaticMarkup(
    <DataTable
      label="Supporters"
      columns={[
        { id: 'photo', head: 'Photo', isHeadHidden: true, cell: () => '' },
        { id: 'name', head: 'Name', cell: ({ name }) => name },
        { id: 'owed', head: 'Owed', numeric: true, cell: ({ owed }) => owed },
      ]}
      rows={[{ name: 'Ada', owed: '$5.00' }]}
      rowId={({ name }) => name}
    />,
  )
  expect(html.match(/<th scope="row"[^>]*>[^<]*/g)).toEqual([
    '<th scope="row" class="  " data-label="Name">Ada',
  ])
})
