import { afterEach, beforeEach, vi } from 'vitest'

/**
 * An unexpected console.error fails the test: warnings of React and of libraries are read, not scrolled past.
 * A test that expects one says so with its own `vi.spyOn(console, 'error').mockImplementation(...)`.
 */
const report = vi.fn()

beforeEach(() => {
  report.mockReset()
  console.error = report
})

afterEach(() => {
  const calls = report.mock.calls.map((call) => call.map(String).join(' '))
  report.mockReset()
  if (calls.length > 0) throw new Error(`Unexpected console.error:\n${calls.join('\n')}`)
})
