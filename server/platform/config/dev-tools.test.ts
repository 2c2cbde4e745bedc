import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('the tools for one’s own machine are there only when asked for, and never where others can reach it', () => {
  const toolsOf = (env: Record<string, string>) => readConfig(env).devTools
  expect(toolsOf({})).toBe(false)
  expect(toolsOf({ DEV_TOOLS: '1' })).toBe(true)
  const site = { DEV_TOOLS: '1', DEMO: '0', CARDS: 'sandbox', MAIL: 'outbox' }
  expect(toolsOf({ ...site, APP_URL: 'https://pledges.example.org' })).toBe(false)
  expect(toolsOf({ ...site, HOST: '0.0.0.0' })).toBe(false)
  expect(toolsOf({ DEV_TOOLS: '1', SMTP_URL: 'smtp://localhost:2525' })).toBe(false)
})
