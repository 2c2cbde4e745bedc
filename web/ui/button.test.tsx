import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'

it('a button that works on something is called what it shows, not what it was for', () => {
  const button = (pending: string | false) =>
    renderToStaticMarkup(
      <Button aria-label="Download CSV: payouts" pending={pending}>
        CSV
      </Button>,
    )
  expect(button(false)).toContain('aria-label="Download CSV: payouts"')
  expect(button('Preparing...')).not.toContain('aria-label')
})

it('a button that works on something can keep the focus, and is as wide as before', () => {
  const html = renderToStaticMarkup(<Button pending="Saving...">Create the campaign</Button>)
  expect(html).toMatch(/^<button type="button" aria-disabled="true" aria-busy="true"/)
  expect(html).not.toContain(' disabled=""')
  expect(html).toMatch(/<span class="invisible [^"]*" aria-hidden="true">Create the campaign<\/span>/)
})

it('a button that cannot be pressed can have the focus, and says why', () => {
  const html = renderToStaticMarkup(<Button reason="3 results still wait">Lock</Button>)
  const [, id] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toContain(' disabled=""')
  expect(html).toMatch(new RegExp(`id="${id}"[^>]*>3 results still wait`))
})

it('a button that may have a reason keeps its own element as the reason comes and goes', () => {
  const button = (reason: string | undefined) => renderToStaticMarkup(<Button reason={reason}>Resend</Button>)
  expect(button('Sent an hour ago')).toMatch(/^<span [^>]*><button .*<\/button><span .*Sent an hour ago/)
  expect(button(undefined)).toMatch(/^<span class="contents"><button .*Resend<\/button><\/span>$/)
  expect(renderToStaticMarkup(<Button>Resend</Button>)).toMatch(/^<button/)
})
