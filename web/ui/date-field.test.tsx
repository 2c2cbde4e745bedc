import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DateField } from './date-field.tsx'
import { DateTimeField } from './date-time-field.tsx'

const nothing = () => undefined
const today = '2026-10-03'

it('a day that does not exist is said when its field is left, and is tied to it with how a day is typed', () => {
  const html = renderToStaticMarkup(
    <DateField label="Start Date" value="99/99/2026" onChange={nothing} today={today} />,
  )
  const said = /<p class="field-error" id="([^"]+)" role="alert"/.exec(html)?.[1]
  // Once: the field may still have the focus, and an alert within an alert is said twice.
  expect(html.match(/role="alert"/g)).toHaveLength(1)
  const format = /<span id="([^"]+)" hidden="">Month, day and year, as MM\/DD\/YYYY/.exec(html)?.[1]
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain(`aria-describedby="${said} ${format}"`)
  const right = renderToStaticMarkup(
    <DateField label="Start Date" value="2026-10-13" onChange={nothing} today={today} />,
  )
  expect(right).not.toMatch(/role="alert"|aria-invalid/)
})

it('the calendars of two moments on one form have names of their own', () => {
  const html = ['Start', 'End'].map((label) =>
    renderToStaticMarkup(
      <DateTimeField key={label} label={label} value="" onChange={nothing} today={today} />,
    ),
  )
  expect(html.join('')).toMatch(/"Open the calendar: Start day".*"Open the calendar: End day"/s)
})
