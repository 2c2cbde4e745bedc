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

it('a button that may have a reason keeps its own element as the reason comes and goes', () => {
  const button = (reason: string | undefined) => renderToStaticMarkup(<Button reason={reason}>Resend</Button>)
  expect(button('Sent an hour ago')).toMatch(/^<span [^>]*><button .*<\/button><span .*Sent an hour ago/)
  expect(button(undefined)).toMatch(/^<span class="contents"><button .*Resend<\/button><\/span>$/)
  expect(renderToStaticMarkup(<Button>Resend</Button>)).toMatch(/^<button/)
})
