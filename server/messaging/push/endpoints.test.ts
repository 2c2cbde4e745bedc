import { expect, it } from 'vitest'
import { isPushEndpoint } from './devices.ts'

const PUBLIC = { hosts: [], standIn: null }

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
])('the push service of a browser may be called: %s (R64)', (endpoint) => {
  expect(isPushEndpoint(endpoint, PUBLIC)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user:word@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evilpush.apple.com.example/abc',
  'https://notpush.apple.community/abc',
  'https://fcm.googleapis.com@127.0.0.1/abc',
  'https://127.0.0.1/abc',
  'https://127.1/abc',
  'https://2130706433/abc',
  'https://[::1]/abc',
  'https://[::ffff:10.0.0.1]/abc',
  'https://10.0.0.8/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/abc',
  'https://metadata.google.internal/abc',
  'https://push.example.org/abc',
  'file:///etc/passwd',
  'not an address',
])('anything else may not: %s (R64)', (endpoint) => {
  expect(isPushEndpoint(endpoint, PUBLIC)).toBe(false)
})

it('a host of the settings may be called, and a stand-in only at its own origin', () => {
  const given = { hosts: ['push.example.org'], standIn: 'http://127.0.0.1:4010' }
  expect(isPushEndpoint('https://eu.push.example.org/a', given)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4010/a', given)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4011/a', given)).toBe(false)
})
