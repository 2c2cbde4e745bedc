import { describe, expect, it } from 'vitest'
import type { PageContext } from '#web/context.ts'
import { loader } from './ui.tsx'

const visit = (mailOutbox: boolean) => () =>
  loader({ context: { get: () => ({ config: { mailOutbox } }) as PageContext } })

describe('the component page', () => {
  it('exists only if mail stays in an outbox', () => {
    expect(visit(true)()).toBe(null)
    expect(visit(false)).toThrow(expect.objectContaining({ init: { status: 404 } }))
  })
})
