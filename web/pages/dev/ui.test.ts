import { describe, expect, it } from 'vitest'
import type { PageContext } from '#web/context.ts'
import { loader } from './ui.tsx'

const visit = (mailOutbox: boolean) => () =>
  loader({ context: { get: () => ({ config: { mailOutbox } }) as PageContext } })

describe('the page of components', () => {
  it('is there where mail stays in an outbox, and nowhere else', () => {
    expect(visit(true)()).toBe(null)
    expect(visit(false)).toThrow(expect.objectContaining({ init: { status: 404 } }))
  })
})
