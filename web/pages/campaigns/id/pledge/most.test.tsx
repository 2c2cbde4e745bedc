import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NOTHING } from '#web/parts/pledging/selection.ts'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { Maximum } from './guest-form-parts.tsx'

const shown = (hasCap: boolean): string => {
  const selection = { ...NOTHING, hasCap, cap: hasCap ? '100.00' : '' }
  const quoted = { quote: undefined, isCurrent: false, problem: undefined }
  const panel = { most: null, selection, statistics: [], chosen: [], quoted, dispatch: () => {} }
  return renderToStaticMarkup(<Maximum {...(panel as unknown as Panel)} />)
}

test('an own maximum can be set, and left out again', () => {
  expect(shown(false)).toContain('Set my own maximum')
  expect(shown(true)).toContain('Remove my own maximum')
})
