import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newMark, takeMarks } from './own-scripts.ts'

const hashed = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const taken = (marked: string, mark: string) => {
  const { html, sources } = takeMarks(Buffer.from(marked), mark)
  return { html: html.toString(), sources }
}

test('scripts of the renderer lose their mark and are named by their hash', () => {
  const mark = newMark()
  const page = (attribute: string) =>
    `<link rel="stylesheet"${attribute} href="/a.css"><p>Łukasz’s 9 goals</p>` +
    `<script${attribute}>first()</script><script type="module"${attribute} async="">import "/é.js"</script>` +
    `<script${attribute}></script><script${attribute}>first()</script>`
  expect(taken(page(` nonce="${mark}"`), mark)).toEqual({
    html: page(''),
    sources: [hashed('first()'), hashed('import "/é.js"'), hashed('')],
  })
})

test('a script without the mark, or with another one, is not allowed', () => {
  const page =
    `<script>alert(1)</script><script nonce="${newMark()}">alert(2)</script>` +
    '<script>window.__reactRouterContext = alert(3)</script>'
  expect(taken(page, newMark())).toEqual({ html: page, sources: [] })
})

test('what users write is no script of the page', () => {
  const mark = newMark()
  const name = '</script><script>alert(1)</script><script nonce="">alert(2)</script>'
  const script = 'route()'
  const marked = renderToString(
    <main title={name}>
      <h1>{name}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as the router does */}
      <script nonce={mark} dangerouslySetInnerHTML={{ __html: script }} />
    </main>,
  )
  const { html, sources } = taken(marked, mark)
  expect(sources).toEqual([hashed(script)])
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toContain(mark)
})
