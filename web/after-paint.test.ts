import { expect, test } from 'vitest'
import { holdScripts } from './after-paint.ts'

const held = (html: string) => Buffer.concat(holdScripts(Buffer.from(html))).toString()

test('the router’s script is sent as text, which no browser runs on its own', () => {
  expect(held('<p>Words</p><script type="module" async="">import "/a.js"</script>')).toBe(
    '<p>Words</p><script type="text/plain" data-after-paint="">import "/a.js"</script>',
  )
})

test('a page without scripts, and what users write about scripts, stay as they are', () => {
  const written = '<p>&lt;script type=&quot;module&quot; async=&quot;&quot;&gt;</p>'
  expect(held(written)).toBe(written)
})
